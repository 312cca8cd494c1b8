import { RefusedError } from '@earworm/contracts';
import { retry } from '../resilience/index.js';

const UNREACHABLE = 'it cannot be reached';
/** Errors of a server that is down, starting, stopping or full, and of names that do not resolve. */
const DOWN: readonly (readonly [RegExp, string])[] = [
  [/^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|08...)$/, UNREACHABLE],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of the URL is not known'],
  [/^57P0[123]$/, 'it is starting or stopping'],
  [/^53300$/, 'it has no connection left'],
];
const DOWN_WITHOUT_CODE = /^timeout (expired|exceeded)|connection (terminated|error)|not queryable|has ended/i;
const MISCONFIGURED: readonly (readonly [RegExp, string])[] = [
  [/^(28P01|28000)$/, 'the user or the password of the URL is not accepted'],
  [/^3D000$/, 'the database that the URL names does not exist'],
];

const of = (error: unknown) => error as { readonly code?: string; readonly message?: string };

export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = of(error);
  return code === undefined ? DOWN_WITHOUT_CODE.test(message ?? '') : DOWN.some(([codes]) => codes.test(code));
}

export function describeDatabaseError(error: unknown): string {
  const { code, message } = of(error);
  if (code === undefined && isDatabaseDown(error)) return UNREACHABLE;
  const [, sentence] = [...DOWN, ...MISCONFIGURED].find(([codes]) => codes.test(code ?? '')) ?? [];
  return sentence ?? (message || String(code ?? error));
}

/** `unavailable` while the database is down, else the error itself. */
export const refusalOf = (error: unknown): unknown => (isDatabaseDown(error) ? new RefusedError('unavailable') : error);

export interface DownWaits {
  readonly upWithinMs: number;
  readonly tryAgainMs: number;
}

/** Retries while the server is down; throws any other error, and the last one when time is up. */
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
