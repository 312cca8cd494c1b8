const UNREACHABLE = 'it cannot be reached';
/** The driver's own, which have no code. */
const LOST = /^(timeout expired|Connection terminated)/;
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^(28P01|28000)$/, 'the user or the password of the URL is not accepted'],
  [/^3D000$/, 'the database that the URL names does not exist'],
  [/^53300$/, 'it has no connection left'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of the URL is not known'],
  [/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/, UNREACHABLE],
  [/^57P0[123]$/, 'it is starting or stopping'],
];

/** Why a database cannot be used, for people. Names no host, user or password. */
export function databaseSentence(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === undefined && LOST.test(message ?? '')) return UNREACHABLE;
  return SENTENCES.find(([codes]) => codes.test(code ?? ''))?.[1] ?? (message || String(code ?? error));
}
