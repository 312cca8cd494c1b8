import type { DataSource, EntityManager } from 'typeorm';
import type { GuestMove as MoveSummary } from '@earworm/contracts';
import { GuestMove } from './guest-move.entity.js';
import {
  KEEP_FOR_UPGRADE,
  POSTPONE_MOVE,
  RECENT_MOVES,
  RECORD_MOVED,
  RECORD_PROGRESS,
  TAKE_MOVE,
} from './moves.sql.js';

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
    const [[taken]] = await this.db.query<[{ guestId: string }[], number]>(TAKE_MOVE, [LEASE_SECONDS]);
    return taken === undefined ? null : this.#rows.findOneBy({ guestId: taken.guestId });
  }

  /** Records progress and renews the lease. A finished step resets the count of failures. */
  async note(
    guestId: string,
    found: Partial<Pick<GuestMove, 'templates' | 'pastGames'>> & { step?: string; game?: string },
  ) {
    const { step = null, game = null, templates = null, pastGames = null } = found;
    await this.db.query(RECORD_PROGRESS, [guestId, step, game, templates, pastGames, LEASE_SECONDS]);
  }

  /** Everything was moved once. All steps but `guest` are repeated in `againSeconds`. */
  async moved(guestId: string, againSeconds: number): Promise<void> {
    await this.db.query(RECORD_MOVED, [guestId, againSeconds]);
  }

  async finish(guestId: string): Promise<void> {
    await this.#rows.update({ guestId }, { movedAt: () => 'coalesce(moved_at, now())', finishedAt: () => 'now()' });
  }

  async postpone(guestId: string, byMs: number): Promise<void> {
    await this.db.query(POSTPONE_MOVE, [guestId, byMs / 1000]);
  }

  /** Moves to this account within the last hour, newest first. */
  async recentOf(accountId: string): Promise<MoveSummary[]> {
    const rows = await this.db.query<(Omit<MoveSummary, 'startedAt'> & { startedAt: Date })[]>(RECENT_MOVES, [
      accountId,
    ]);
    return rows.map((row) => ({ ...row, startedAt: row.startedAt.getTime() }));
  }
}

/**
 * Records, in the transaction that turns a guest into an account, that its data stays with it. False: the guest has signed in
 * to another account. Locks the row either way, so that a concurrent sign-in and sign-up run one after the other.
 */
export async function keepForUpgrade(guestId: string, tx: Pick<EntityManager, 'query'>): Promise<boolean> {
  const rows = await tx.query<unknown[]>(KEEP_FOR_UPGRADE, [guestId]);
  return rows.length > 0;
}
