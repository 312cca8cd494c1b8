import type { LogRow } from '@earworm/contracts';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { Quarantine } from './quarantine.js';

/** Writes rows of the log into a read model, in the transaction that also advances the checkpoint. */
export type ApplyRows = (rows: readonly LogRow[], manager: EntityManager) => Promise<void>;

/**
 * If the database refuses the data, applies each game alone and quarantines those that fail again. Rethrows errors that
 * may pass with time: a lost connection, an event of a newer release.
 */
export async function applyOrQuarantine(
  apply: ApplyRows,
  rows: readonly LogRow[],
  manager: EntityManager,
  quarantine: Pick<Quarantine, 'add'>,
): Promise<void> {
  try {
    await manager.transaction((inner) => apply(rows, inner));
    return;
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  for (const [, ofGame] of Map.groupBy(rows, ({ gameId }) => gameId)) {
    try {
      await manager.transaction((inner) => apply(ofGame, inner));
    } catch (error) {
      if (!isDataError(error)) throw error;
      await quarantine.add(ofGame, error, manager);
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation): a retry fails the same way. */
const isDataError = (error: unknown): error is QueryFailedError =>
  error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '');
