import { retry } from '@earworm/service-kit/resilience';
import { type DataSource, QueryFailedError } from 'typeorm';
import { DELETE_EVENTS, DELETE_GAME, INSERT_FENCE, LAST_VERSION, LOCK_GAME } from './erasure.sql.js';

const ATTEMPTS = 5;
const PAUSE_MS = 20;

/**
 * Deletes the log of a game with everything that this service keeps of it. What remains is one event in the place of an
 * append that may be on its way: that one is refused, or is deleted if it was first. Repeated, it changes nothing else.
 */
export async function eraseLog(database: DataSource, gameId: string): Promise<void> {
  let attempts = 0;
  await retry(() => eraseBehindFence(database, gameId), {
    pauseMs: () => PAUSE_MS,
    shouldRetry: (error) => ++attempts < ATTEMPTS && isTaken(error),
  });
}

const eraseBehindFence = (database: DataSource, gameId: string) =>
  database.transaction(async (manager) => {
    // Snapshots wait here, and then find no game.
    await manager.query(LOCK_GAME, [gameId]);
    const [last] = await manager.query<{ version: number }[]>(LAST_VERSION, [gameId]);
    const fence = (last?.version ?? 0) + 1;
    await manager.query(INSERT_FENCE, [gameId, fence, Date.now()]);
    await manager.query(DELETE_EVENTS, [gameId, fence]);
    for (const statement of DELETE_GAME) await manager.query(statement, [gameId]);
  });

/** The place of the fence: an append was first. */
const isTaken = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505';
