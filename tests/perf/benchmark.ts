/** What a benchmark found in one run. */
export interface Outcome {
  /** Measured figure divided by the same figure of the reference. Lower is better. */
  readonly ratio: number;
  /** The most that the ratio may be. */
  readonly target: number;
  /** What the figure is divided by: something measured in the same run, or a fixed bound. */
  readonly reference: string;
  /** All figures, each with its unit in its name. */
  readonly figures: Readonly<Record<string, number>>;
}

/** One file in `benchmarks`, which is asked for by the file's name. */
export interface Benchmark<Option extends string = string> {
  /** What is measured, in one sentence. */
  readonly what: string;
  /** Numbers that may be given on the command line, with their defaults. */
  readonly options?: Readonly<Record<Option, number>>;
  /** Throws when it could not measure, or when what it measured was not done correctly. */
  run(options: Readonly<Record<Option, number>>): Promise<Outcome>;
}

/** For a benchmark with options: `run` gets each of them. */
export const withOptions = <Option extends string>(benchmark: Benchmark<Option>): Benchmark => benchmark as Benchmark;
