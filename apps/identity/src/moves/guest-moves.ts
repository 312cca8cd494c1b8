import type { DataSource } from 'typeorm';
import type { GuestMove as ShownMove } from '@earworm/contracts';
import { GuestMove } from './guest-move.entity.js';

/** A process that goes on with a move has so long for one step before another one takes over. */
const LEASE_SECONDS = 30;

/** The table of moves. */
export class GuestMoves {
  readonly #rows;

  constructor(private readonly db: DataSource) {
    this.#rows = db.getRepository(GuestMove);
  }

  /** A guest has signed in to an account. The first account counts, and for who has become one their own. */
  async begin(guestId: string, accountId: string): Promise<void> {
    await this.db.query('insert into guest_move (guest_id, account_id) values ($1, $2) on conflict do nothing', [
      guestId,
      accountId,
    ]);
  }

  /** Nothing is to be moved after all. */
  async drop(guestId: string): Promise<void> {
    await this.#rows.delete({ guestId });
  }

  /** The move that is due first; this process has it for a while. Null: none is due. */
  async take(): Promise<GuestMove | null> {
    const [[taken]] = await this.db.query<[{ guestId: string }[], number]>(
      `update guest_move set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where guest_id = (
        select guest_id from guest_move where finished_at is null and due_at <= now()
          order by due_at limit 1 for update skip locked)
       returning guest_id as "guestId"`,
    );
    return taken === undefined ? null : this.#rows.findOneBy({ guestId: taken.guestId });
  }

  /** What was done. With a step that is behind it the failures begin anew; with nothing it is only held on to. */
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

  /** The whole of it once; `againSeconds` from now everything but the step `guest` again. */
  async moved(guestId: string, againSeconds: number): Promise<void> {
    await this.db.query(
      `update guest_move set moved_at = now(), due_at = now() + make_interval(secs => $2), done = '{guest}'
        where guest_id = $1`,
      [guestId, againSeconds],
    );
  }

  async finish(guestId: string): Promise<void> {
    await this.db.query(
      'update guest_move set moved_at = coalesce(moved_at, now()), finished_at = now() where guest_id = $1',
      [guestId],
    );
  }

  async postpone(guestId: string, byMs: number): Promise<void> {
    await this.db.query(
      `update guest_move set attempts = attempts + 1, due_at = now() + make_interval(secs => $2) where guest_id = $1`,
      [guestId, byMs / 1000],
    );
  }

  /** What guests have brought to this account within the last hour, the latest first. */
  async shownTo(accountId: string): Promise<ShownMove[]> {
    const rows = await this.db.query<(Omit<ShownMove, 'startedAt'> & { startedAt: Date })[]>(
      `select created_at as "startedAt", moved_at is not null as done, templates,
          cardinality(games) + past_games as games
        from guest_move where account_id = $1 and guest_id <> $1 and created_at > now() - interval '1 hour'
        order by created_at desc limit 20`,
      [accountId],
    );
    return rows.map((row) => ({ ...row, startedAt: row.startedAt.getTime() }));
  }
}
