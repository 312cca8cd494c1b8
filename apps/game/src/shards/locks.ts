import { semaphore, TimeoutError, withTimeout } from '@earworm/service-kit/resilience';
import type { Client } from 'pg';
import { closeConnection, connect, destroyConnection } from '../log/connect.js';

export interface LockView {
  readonly members: number;
  readonly held: ReadonlySet<number>;
  readonly mine: ReadonlySet<number>;
}

const QUERY_TIMEOUT_MS = 1_200;
/** Each replica holds this lock shared, to be counted. */
const MEMBER = 1_000;

/** The server ends a session that is silent for 2 s, so a suspended or unreachable owner loses its locks. */
const SESSION = {
  idle_session_timeout: 2_000,
  tcp_user_timeout: 2_000,
  tcp_keepalives_idle: 1,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 2,
  statement_timeout: 1_000,
} as const;

/** Locks are per database; the schema's name keeps two installations in one database apart. */
const SPACE = 'hashtext(current_schema()) & 2147483647';
const JOIN = `select ${SPACE} as space, pg_advisory_lock_shared(${SPACE}, ${MEMBER})`;
const LEAVE = 'select pg_advisory_unlock_shared($1::integer, $2::integer)';
const VIEW = `select objid::integer as object, pid = pg_backend_pid() as mine from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::oid
    and database = (select oid from pg_database where datname = current_database())`;
const TAKE = `select shard, case when pg_try_advisory_lock($1::integer, shard) then nextval('epoch') end as epoch
  from unnest($2::integer[]) as shard`;
const RELEASE = 'select pg_advisory_unlock($1::integer, shard) from unnest($2::integer[]) as shard';

/** The advisory locks of one replica, on a connection of their own. A query that gets no answer closes it. */
export class ShardLocks {
  #isCounted = true;
  /** Bounded by the shards of an owner, each with one query at most. */
  readonly #inTurn = semaphore({ concurrency: 1, queue: Infinity, refusal: 'busy' });

  private constructor(
    readonly client: Client,
    private readonly space: number,
  ) {}

  static async open(url: string, onLost: (error?: Error) => void): Promise<ShardLocks> {
    const client = await connect(url, SESSION, onLost);
    try {
      const joined = await withTimeout(QUERY_TIMEOUT_MS, () => client.query<{ space: number }>(JOIN));
      return new ShardLocks(client, joined.rows[0]?.space ?? 0);
    } catch (error) {
      destroyConnection(client);
      throw error;
    }
  }

  async count(isCounted: boolean): Promise<void> {
    if (isCounted === this.#isCounted) return;
    await (isCounted ? this.#query(JOIN, []) : this.#query(LEAVE, [this.space, MEMBER]));
    this.#isCounted = isCounted;
  }

  async view(): Promise<LockView> {
    const rows = await this.#query<{ object: number; mine: boolean }>(VIEW, [this.space]);
    const shards = rows.filter((row) => row.object !== MEMBER);
    return {
      members: rows.length - shards.length,
      held: new Set(shards.map((row) => row.object)),
      mine: new Set(shards.filter((row) => row.mine).map((row) => row.object)),
    };
  }

  /** Returns the shards that were free, each with its new epoch. */
  async take(shards: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#query<{ shard: number; epoch: string | null }>(TAKE, [this.space, shards]);
    const taken = new Map<number, number>();
    for (const { shard, epoch } of rows) if (epoch !== null) taken.set(shard, Number(epoch));
    return taken;
  }

  async release(shard: number): Promise<void> {
    await this.#query(RELEASE, [this.space, [shard]]);
  }

  destroy(): void {
    destroyConnection(this.client);
  }

  close(): Promise<void> {
    return closeConnection(this.client);
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await withTimeout(QUERY_TIMEOUT_MS, () => this.#inTurn(() => this.client.query<Row>(text, values)))).rows;
    } catch (error) {
      if (error instanceof TimeoutError) this.destroy();
      throw error;
    }
  }
}
