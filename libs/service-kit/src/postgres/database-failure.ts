import { RefusedError } from '@earworm/contracts';
import { retry } from '../resilience/index.js';
import { describeTlsError } from '../tls-failure.js';

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
const ONLY_TLS = 'it does not let this user connect without TLS: add sslmode=verify-full to the URL';
/** What only the message tells; poolers have one code for everything. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/pg_hba\.conf.*(no encryption|SSL off)|^SSL required/i, ONLY_TLS],
  [/pg_hba\.conf/, 'its pg_hba.conf does not let this user connect from here'],
  [/does not support SSL/i, 'it does not speak TLS: remove sslmode from the URL, or turn TLS on in the server'],
  [/^no such database/i, 'the database that the URL names does not exist'],
  [/^no such user/i, 'the user or the password of the URL is not accepted'],
];

const of = (error: unknown) => error as { readonly code?: string; readonly message?: string };

export function isDatabaseDown(error: unknown): boolean {
  if (describeRefusal(error) !== undefined) return false;
  const { code, message } = of(error);
  return code === undefined ? DOWN_WITHOUT_CODE.test(message ?? '') : DOWN.some(([codes]) => codes.test(code));
}

export function describeDatabaseError(error: unknown): string {
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  const { code, message } = of(error);
  if (code === undefined && isDatabaseDown(error)) return UNREACHABLE;
  const [, sentence] = DOWN.find(([codes]) => codes.test(code ?? '')) ?? [];
  return sentence ?? (message || String(code ?? error));
}

/** What an operator has to change; undefined for all other errors. */
export function describeRefusal(error: unknown): string | undefined {
  const { code, message = '' } = of(error);
  return (
    BY_MESSAGE.find(([messages]) => messages.test(message))?.[1] ??
    MISCONFIGURED.find(([codes]) => codes.test(code ?? ''))?.[1] ??
    describeTlsError(error)
  );
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
