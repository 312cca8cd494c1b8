/** What one run of a benchmark measured. */
export interface Outcome {
  /** Measured value divided by the reference's. */
  readonly ratio: number;
  /** The ratio should be at most this. */
  readonly target: number;
  /** What the ratio compares with, in words. */
  readonly reference: string;
  /** Further figures by name; a name ends in its unit. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Exported as `benchmark` by each file of benchmarks/; run by `npm run perf -- NAME`. */
export interface Benchmark {
  /** As the file. */
  readonly name: string;
  /** What is measured, in one sentence. */
  readonly what: string;
  /** Starts what it needs and ends it. Rejects when something is missing or broken. */
  run(): Promise<Outcome>;
}
