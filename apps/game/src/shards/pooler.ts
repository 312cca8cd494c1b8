import type { Client } from 'pg';
import { connect, cut } from '../log/connect.js';

/** The part of a connection that tells which server process stands behind it. */
export type Session = Pick<Client, 'query'>;

const backendOf = async (session: Session): Promise<number | undefined> =>
  (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/**
 * True when two connections are not two server sessions of their own. While `other` holds a transaction open, a
 * transaction pooler gives it the server that `lease` had, or gives `lease` another one.
 */
export async function sharesBackends(lease: Session, other: Session): Promise<boolean> {
  const before = await backendOf(lease);
  await other.query('begin');
  try {
    const others = await backendOf(other);
    const after = others === before ? before : await backendOf(lease);
    return others === before || after !== before;
  } finally {
    await other.query('rollback');
  }
}

/**
 * True when somebody else has answered for the server: a pooler makes up the number that cancels a connection's queries,
 * where a server gives its own process's. Which sessions a pooler hands out is chance; this is not.
 */
export async function isAnsweredFor(client: Client): Promise<boolean> {
  const greeting = 'processID' in client ? client.processID : undefined;
  return greeting !== (await backendOf(client));
}

/** The variable has to be changed: no later try can succeed. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';

  constructor() {
    super(
      'DATABASE_DIRECT_URL leads through a connection pooler. The locks that give each game one owner need a direct ' +
        'connection: set DATABASE_DIRECT_URL to the address of Postgres itself.',
    );
  }
}

/** A lock that outlives its statement needs a session of its own: refuses to start where there is none. */
export async function refusePooler(lease: Client, url: string): Promise<void> {
  const other = await connect(url, {}, () => undefined);
  try {
    if ((await isAnsweredFor(lease)) || (await sharesBackends(lease, other))) throw new PoolerError();
  } finally {
    cut(other);
  }
}
