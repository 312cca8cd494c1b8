import pg from 'pg';

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectedWithinMs = 15_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectedWithinMs });
  // A lost idle connection must not end the process; the next query fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const ident = (name: string): string => pg.escapeIdentifier(name);
export const literal = (text: string): string => pg.escapeLiteral(text);

/** A pattern of `like` for texts that contain this one; `%`, `_` and `\` stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
