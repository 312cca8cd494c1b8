import { RefusedError } from '@earworm/contracts';
import { retry } from '../resilience/index.js';

const UNREACHABLE = 'it cannot be reached';
/** What a server that is starting, stopping, full or standing still is met with, as are names that are not known yet. */
const DOWN: readonly (readonly [RegExp, string])[] = [
  [/^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|08...)$/, UNREACHABLE],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of the URL is not known'],
  [/^57P0[123]$/, 'it is starting or stopping'],
  [/^53300$/, 'it has no connection left'],
];
/** Errors of the driver and its pool, which have no code. */
const DOWN_WITHOUT_CODE = /^timeout (expired|exceeded)|connection (terminated|error)|not queryable|has ended/i;
const MISCONFIGURED: readonly (readonly [RegExp, string])[] = [
  [/^(28P01|28000)$/, 'the user or the password of the URL is not accepted'],
  [/^3D000$/, 'the database that the URL names does not exist'],
];

const of = (error: unknown) => error as { readonly code?: string; readonly message?: string };

/** Whether this is the error of a server that may work again by itself. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = of(error);
  return code === undefined ? DOWN_WITHOUT_CODE.test(message ?? '') : DOWN.some(([codes]) => codes.test(code));
}

/** Why a database cannot be used, for people. Names no host, user or password. */
export function databaseSentence(error: unknown): string {
  const { code, message } = of(error);
  if (code === undefined && isDatabaseDown(error)) return UNREACHABLE;
  const [, sentence] = [...DOWN, ...MISCONFIGURED].find(([codes]) => codes.test(code ?? '')) ?? [];
  return sentence ?? (message || String(code ?? error));
}

/** What a call that meets this error is answered with: `unavailable` while the database is down, else the error. */
export const refusalOf = (error: unknown): unknown => (isDatabaseDown(error) ? new RefusedError('unavailable') : error);

export interface DownWaits {
  /** How long to wait for a server that is not up yet. */
  readonly upWithinMs: number;
  /** It is asked again after so long. */
  readonly tryAgainMs: number;
}

/** Tries again while the server is down, for as long as the waits say; then, and at any other error, throws it. */
export function retryWhileDown<T>(
  { upWithinMs, tryAgainMs }: DownWaits,
  work: () => Promise<T>,
  onDown: (error: unknown) => void,
): Promise<T> {
  const until = performance.now() + upWithinMs;
  return retry(work, {
    pauseMs: () => tryAgainMs,
    shouldRetry: (error) => isDatabaseDown(error) && performance.now() < until,
    onRetry: onDown,
  });
}
