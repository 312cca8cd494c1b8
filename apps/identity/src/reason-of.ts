/** A database error quotes its parameters, e-mails among them; only its name and sentence may be logged. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
