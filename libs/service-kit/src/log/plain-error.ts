/** What a log keeps of an error: libraries hang whole connections and queries on theirs, which nobody reads and some must not. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}
