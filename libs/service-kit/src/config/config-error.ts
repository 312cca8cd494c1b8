export interface Problem {
  readonly variable: string;
  /** Never holds the variable's value. */
  readonly reason: string;
}

/** Every variable that is missing or wrong, in one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly Problem[]) {
    super(
      `The configuration is not usable:\n${problems.map((each) => `  ${each.variable}: ${each.reason}`).join('\n')}`,
    );
  }
}
