import { mapConcurrently } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import type { PoolGuest } from './guest-pool.js';
import type { UsersApi } from './users-api.js';

/** Users deleted before it is looked again whether to stop; a few at once, so that Keycloak has time for people. */
const BATCH = 100;
const AT_ONCE = 4;
/** A user that was being created has been so for longer than any request takes. */
const NEVER_CREATED = '1 hour';

/**
 * Deletes guests without a visit for `days` from Keycloak, and users whose creation was interrupted. Returns how many.
 * Two replicas that do it at once delete nothing twice: a user that is gone already is no error.
 */
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
         or (id is null and created_at < now() - interval '${NEVER_CREATED}') limit ${BATCH}`,
      [days],
    );
    await mapConcurrently(AT_ONCE, old, async (guest) => {
      const id = guest.id ?? (await users.findGuest(guest.subject))?.id;
      if (id !== undefined) await users.delete(id);
    });
    await db.query('delete from keycloak_guest where subject = any($1::uuid[])', [old.map(({ subject }) => subject)]);
    batch = old.length;
  }
  return deleted;
}
