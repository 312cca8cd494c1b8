export interface Run {
  /** 128 and the signal's number for one that a signal ended. */
  readonly code: number;
  readonly signal: string | null;
  /** When it reported that it can be used, by the same clock as `now`; null: never. */
  readonly readyAt: number | null;
  /** Why it was not ready, as far as it is known. */
  readonly reason?: string | null;
  /** A signal was handed to it. */
  readonly wasStopped: boolean;
}

export interface Policy {
  /** Before the second restart in a row; doubled for each further one. */
  readonly backoff?: { readonly firstMs: number; readonly mostMs: number };
  readonly giveUpAfterMs?: number;
}

export function keepRunning(
  terms: Policy & {
    /** Ends a server that is not ready in time. */
    run(readyWithinMs: number): Promise<Run>;
    log(fields: object, message: string): void;
    /** False when it was told to end meanwhile. */
    pause(ms: number): Promise<boolean>;
    now?: () => number;
  },
): Promise<number>;
