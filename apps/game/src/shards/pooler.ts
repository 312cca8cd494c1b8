import { isAnsweredByPooler } from '@earworm/service-kit/postgres';
import { withTimeout } from '@earworm/service-kit/resilience';
import type { Client } from 'pg';
import { connect, destroyConnection } from '../log/connect.js';

export type Session = Pick<Client, 'query'>;

const backendOf = async (session: Session): Promise<number | undefined> =>
  (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/**
 * Whether two connections share server sessions: a transaction pooler moves one while the other is in a transaction.
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

/** A configuration error: a retry cannot succeed. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';

  constructor() {
    super(
      'DATABASE_DIRECT_URL leads through a connection pooler. The locks that give each game one owner need a direct ' +
        'connection: set DATABASE_DIRECT_URL to the address of Postgres itself.',
    );
  }
}

const CHECKED_WITHIN_MS = 2_000;

export async function refusePooler(lease: Client, url: string): Promise<void> {
  const other = await connect(url, {}, () => undefined);
  try {
    const isPooled = async () => (await isAnsweredByPooler(lease)) || (await sharesBackends(lease, other));
    if (await withTimeout(CHECKED_WITHIN_MS, isPooled)) throw new PoolerError();
  } finally {
    destroyConnection(other);
  }
}
