export interface Run {
  /** 128 and the signal's number for one that a signal ended. */
  readonly code: number;
  readonly signal: string | null;
  /** When it reported that it can be used, by the same clock as `now`; null: never. */
  readonly readyAt: number | null;
  /** A signal was handed to it. */
  readonly wasStopped: boolean;
}

export function keepRunning(terms: {
  run(): Promise<Run>;
  log(fields: object, message: string): void;
  /** False when it was told to end meanwhile. */
  pause(ms: number): Promise<boolean>;
  now?: () => number;
}): Promise<number>;
