import { setTimeout as sleep } from 'node:timers/promises';

/** What a server that is starting, stopping or standing still is met with, as are names that are not known yet. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
]);
/** The driver's own, which have no code. */
const AWAY_WITHOUT_CODE = /^(timeout expired|Connection terminated)/;

/** Whether this is the error of a server that may work again by itself. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === undefined ? AWAY_WITHOUT_CODE.test(message ?? '') : AWAY.has(code);
}

export interface DownWaits {
  /** How long to wait for a server that is not up yet. */
  readonly upWithinMs: number;
  /** It is asked again after so long. */
  readonly tryAgainMs: number;
}

/** Tries again while the server is down, for as long as the waits say; then, and at any other error, throws it. */
export async function retryWhileDown<T>(
  { upWithinMs, tryAgainMs }: DownWaits,
  work: () => Promise<T>,
  onDown: (error: unknown) => void,
): Promise<T> {
  const until = performance.now() + upWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() >= until) throw error;
      onDown(error);
      await sleep(tryAgainMs);
    }
  }
}
