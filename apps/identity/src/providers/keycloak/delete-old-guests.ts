import { mapConcurrently } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import type { PoolGuest } from './guest-pool.js';
import type { UsersApi } from './users-api.js';

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
    const old = await db.query<(Omit<PoolGuest, 'id'> & { id: string | null })[]>(
      `select subject, id from keycloak_guest
       where (handed_out_at is not null and last_seen < now() - make_interval(days => $1))
         or (id is null and created_at < now() - interval '${INTERRUPTED_AFTER}') limit ${BATCH}`,
      [days],
    );
    await mapConcurrently(CONCURRENCY, old, async (guest) => {
      const id = guest.id ?? (await users.findGuest(guest.subject))?.id;
      if (id !== undefined) await users.delete(id);
    });
    await db.query('delete from keycloak_guest where subject = any($1::uuid[])', [old.map(({ subject }) => subject)]);
    batch = old.length;
  }
  return deleted;
}
