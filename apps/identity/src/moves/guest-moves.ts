import type { DataSource, EntityManager } from 'typeorm';
import type { GuestMove as MoveSummary } from '@earworm/contracts';
import { GuestMove } from './guest-move.entity.js';

/** For one step; then another process takes over. */
const LEASE_SECONDS = 30;

/** The table of moves of guests' data to accounts, which is also their work queue. */
export class GuestMoves {
  readonly #rows;

  constructor(private readonly db: DataSource) {
    this.#rows = db.getRepository(GuestMove);
  }

  /** After a sign-in of a guest. The first account counts; a guest that has become an account keeps its data. */
  async begin(guestId: string, accountId: string): Promise<void> {
    await this.#rows.createQueryBuilder().insert().values({ guestId, accountId }).orIgnore().execute();
  }

  async drop(guestId: string): Promise<void> {
    await this.#rows.delete({ guestId });
  }

  /** Leases the move that is due first; null: none. */
  async take(): Promise<GuestMove | null> {
    const [[taken]] = await this.db.query<[{ guestId: string }[], number]>(
      `update guest_move set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where guest_id = (
        select guest_id from guest_move where finished_at is null and due_at <= now()
          order by due_at limit 1 for update skip locked)
       returning guest_id as "guestId"`,
    );
    return taken === undefined ? null : this.#rows.findOneBy({ guestId: taken.guestId });
  }

  /** Records progress and renews the lease. A finished step resets the count of failures. */
  async note(
    guestId: string,
    found: Partial<Pick<GuestMove, 'templates' | 'pastGames'>> & { step?: string; game?: string },
  ) {
    const { step = null, game = null, templates = null, pastGames = null } = found;
    await this.db.query(
      `update guest_move set due_at = now() + make_interval(secs => ${LEASE_SECONDS}),
          attempts = case when $2::text is null then attempts else 0 end,
          done = case when $2::text is null then done else array_append(done, $2) end,
          games = case when $3::text is null or $3 = any(games) then games else array_append(games, $3) end,
          templates = coalesce($4, templates), past_games = coalesce($5, past_games)
        where guest_id = $1`,
      [guestId, step, game, templates, pastGames],
    );
  }

  /** Everything was moved once. All steps but `guest` are repeated in `againSeconds`. */
  async moved(guestId: string, againSeconds: number): Promise<void> {
    await this.db.query(
      `update guest_move set moved_at = now(), due_at = now() + make_interval(secs => $2), done = '{guest}'
        where guest_id = $1`,
      [guestId, againSeconds],
    );
  }

  async finish(guestId: string): Promise<void> {
    await this.#rows.update({ guestId }, { movedAt: () => 'coalesce(moved_at, now())', finishedAt: () => 'now()' });
  }

  async postpone(guestId: string, byMs: number): Promise<void> {
    await this.db.query(
      `update guest_move set attempts = attempts + 1, due_at = now() + make_interval(secs => $2) where guest_id = $1`,
      [guestId, byMs / 1000],
    );
  }

  /** Moves to this account within the last hour, newest first. */
  async recentOf(accountId: string): Promise<MoveSummary[]> {
    const rows = await this.db.query<(Omit<MoveSummary, 'startedAt'> & { startedAt: Date })[]>(
      `select created_at as "startedAt", moved_at is not null as done, templates,
          cardinality(games) + past_games as games
        from guest_move where account_id = $1 and guest_id <> $1 and created_at > now() - interval '1 hour'
        order by created_at desc limit 20`,
      [accountId],
    );
    return rows.map((row) => ({ ...row, startedAt: row.startedAt.getTime() }));
  }
}

/**
 * Records, in the transaction that turns a guest into an account, that its data stays with it. False: the guest has signed in
 * to another account. Locks the row either way, so that a concurrent sign-in and sign-up run one after the other.
 */
export async function keepForUpgrade(guestId: string, tx: Pick<EntityManager, 'query'>): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `insert into guest_move (guest_id, account_id) values ($1, $1) on conflict (guest_id) do update
       set due_at = now(), finished_at = null, done = '{}' where guest_move.account_id = guest_move.guest_id
     returning 1`,
    [guestId],
  );
  return rows.length > 0;
}
