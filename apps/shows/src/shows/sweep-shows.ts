import { eraseGamesOfShow, type ShowId } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { endRestored, noteErased } from './erased-list.js';
import { DELETE_SHOW, LOCK_DUE, SELECT_DUE, SWEEP_INVITES } from './shows.sql.js';

type Found = readonly { readonly showId: ShowId }[];

export interface SweepOptions {
  readonly database: DataSource;
  readonly objects: ObjectStore;
  readonly bus: Pick<Bus, 'call'>;
}

/**
 * Erases events that were deleted a day ago, whose time to be kept is over, or which a restore has brought back; returns how
 * many. After a failure it goes on with the others, and then throws.
 */
export async function sweepShows(options: SweepOptions): Promise<number> {
  const { database, objects } = options;
  await database.query(SWEEP_INVITES);
  const failures: unknown[] = [];
  await endRestored(database, objects).catch((error: unknown) => failures.push(error));
  let erased = 0;
  for (const { showId } of await database.query<Found>(SELECT_DUE)) {
    try {
      if (await eraseShow(options, showId)) erased += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return erased;
}

/**
 * The event remains until the game service has noted its games, for nothing else knows which they are, and until its id is
 * noted outside the database.
 */
const eraseShow = ({ database, objects, bus }: SweepOptions, showId: ShowId): Promise<boolean> =>
  database.transaction(async (manager) => {
    const due = await manager.query<Found>(LOCK_DUE, [showId]);
    if (due.length === 0) return false;
    await bus.call(eraseGamesOfShow, { showId });
    await noteErased(objects, showId);
    await manager.query(DELETE_SHOW, [showId]);
    return true;
  });
