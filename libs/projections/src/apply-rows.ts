import type { LogRow } from '@earworm/contracts';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { Aside } from './quarantine.js';

/** What a follower makes of rows, in the transaction that also moves its checkpoint. */
export type Effect = (rows: readonly LogRow[], manager: EntityManager) => Promise<void>;

/**
 * Applies rows, in their order. When the database refuses their data each game is tried alone, and only that of a game
 * which is refused once more is put aside. Throws whatever may pass by waiting: a lost connection, a newer release's event.
 */
export async function eachGame(
  effect: Effect,
  rows: readonly LogRow[],
  manager: EntityManager,
  aside: Pick<Aside, 'put'>,
): Promise<void> {
  try {
    await manager.transaction((inner) => effect(rows, inner));
    return;
  } catch (error) {
    if (!isOfData(error)) throw error;
  }
  for (const [, ofGame] of Map.groupBy(rows, ({ gameId }) => gameId)) {
    try {
      await manager.transaction((inner) => effect(ofGame, inner));
    } catch (error) {
      if (!isOfData(error)) throw error;
      await aside.put(ofGame, error, manager);
    }
  }
}

/** The classes of SQLSTATE for a value that does not fit and a constraint that is broken: the same the next time. */
const isOfData = (error: unknown): error is QueryFailedError =>
  error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '');
