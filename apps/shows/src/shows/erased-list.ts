import { ShowId } from '@earworm/contracts';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { END_RESTORED } from './shows.sql.js';

/** Not in the database: a restore of it must not bring erased events back. An object for each, named by its id. */
const ERASED = 'erased/events/';
const AT_ONCE = 1_000;

interface Erased {
  readonly showId: ShowId;
  readonly erasedAt: number;
}

export const noteErased = (objects: ObjectStore, showId: ShowId): Promise<void> =>
  objects.put(`${ERASED}${showId}`, Buffer.from('{}'), 'application/json');

/** Events of the list are due again that a restore has brought back. One that was created later under the id is another. */
export async function endRestored(database: DataSource, objects: ObjectStore): Promise<void> {
  let erased: Erased[] = [];
  const end = async () => {
    if (erased.length > 0) await database.query(END_RESTORED, [JSON.stringify(erased)]);
    erased = [];
  };
  for await (const { key, modifiedAt } of objects.list(ERASED)) {
    const { success, data } = ShowId.safeParse(key.slice(ERASED.length));
    if (success) erased.push({ showId: data, erasedAt: modifiedAt });
    if (erased.length === AT_ONCE) await end();
  }
  await end();
}
