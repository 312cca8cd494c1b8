import { mapConcurrently } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import type { PoolGuest } from './guest-pool.js';
import type { UsersApi } from './users-api.js';
import { DELETE_GUESTS, SELECT_OLD_GUESTS } from './guests.sql.js';

const BATCH = 100;
/** Few, so that Keycloak has time for sign-ins. */
const CONCURRENCY = 4;
/** Longer than any request: the creation was interrupted. */
const INTERRUPTED_AFTER = '1 hour';

/** Deletes guests without a visit for `days` and interrupted creations from Keycloak; returns how many. May run concurrently. */
export async function deleteOldGuests(
  db: Pick<DataSource, 'query'>,
  users: Pick<UsersApi, 'delete' | 'findGuest'>,
  days: number,
  stopped: () => boolean = () => false,
): Promise<number> {
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH && !stopped(); deleted += batch) {
    const old = await db.query<(Omit<PoolGuest, 'id'> & { id: string | null })[]>(SELECT_OLD_GUESTS, [
      days,
      INTERRUPTED_AFTER,
      BATCH,
    ]);
    await mapConcurrently(CONCURRENCY, old, async (guest) => {
      const id = guest.id ?? (await users.findGuest(guest.subject))?.id;
      if (id !== undefined) await users.delete(id);
    });
    await db.query(DELETE_GUESTS, [old.map(({ subject }) => subject)]);
    batch = old.length;
  }
  return deleted;
}
