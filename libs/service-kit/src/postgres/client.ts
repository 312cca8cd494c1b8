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

/** Whether a pooler answered the start-up: it invents the cancel key, which for a server is its process id. */
export async function isAnsweredByPooler(client: pg.Client): Promise<boolean> {
  const announced = 'processID' in client ? client.processID : undefined;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return announced !== rows[0]?.pid;
}

export const ident = (name: string): string => pg.escapeIdentifier(name);
export const literal = (text: string): string => pg.escapeLiteral(text);

/** A pattern of `like` for texts that contain this one; `%`, `_` and `\` stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
