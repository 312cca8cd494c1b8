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

export interface Benchmark {
  /** In kebab case; how it is asked for on the command line. */
  readonly name: string;
  /** What is measured, in one sentence. */
  readonly what: string;
  /** Throws when it could not measure, or when what it measured was not done correctly. */
  run(): Promise<Outcome>;
}
