import { type erasePersonInShows, FORMER_PERSON, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { moveLinks } from '../crew-links/changes.js';
import { DELETE_PERSON, ERASE_EMAIL, RENAME_CLAIMS, RENAME_SNOOZES, REPLACE_PERSON } from './erase-person.sql.js';

/** Idempotent. Events of the person are deleted, and erased with their games as any other deleted event. */
export async function erasePerson(
  database: DataSource,
  { userId, pseudonym, email }: RequestOf<typeof erasePersonInShows>,
): Promise<void> {
  await moveLinks(database, userId, pseudonym);
  await database.transaction(async (manager) => {
    await manager.query(RENAME_SNOOZES, [userId, FORMER_PERSON]);
    await manager.query(RENAME_CLAIMS, [userId, pseudonym, FORMER_PERSON]);
    for (const statement of REPLACE_PERSON) await manager.query(statement, [userId, pseudonym]);
    for (const statement of DELETE_PERSON) await manager.query(statement, [userId]);
    if (email !== null) await manager.query(ERASE_EMAIL, [email]);
  });
}
