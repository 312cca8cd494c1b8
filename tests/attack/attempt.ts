/** One attempt of an attacker. */
export interface Attempt {
  readonly name: string;
  /** What came of it, when that is not what has to; null when it is. Throwing counts as unexpected, too. */
  run(): Promise<string | null>;
}

/** What is tried together: `atOnce` at a time. */
export interface AttackClass {
  readonly name: string;
  readonly atOnce: number;
  attempts(): Promise<readonly Attempt[]>;
}

export interface Tally {
  readonly tried: number;
  readonly unexpected: number;
  /** As that of all classes, see `Result`. */
  readonly othersP99Ratio: number;
}

export const attempt = (name: string, run: Attempt['run']): Attempt => ({ name, run });

/** Null when it is one of these. */
export const unlessOneOf = <T>(found: T, ...expected: readonly T[]): string | null =>
  expected.includes(found) ? null : `${String(found)} instead of ${expected.map(String).join(' or ')}`;
