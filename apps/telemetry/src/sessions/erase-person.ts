import { type erasePersonInTelemetry, FORMER_PERSON, type RequestOf } from '@earworm/contracts';
import { REPLACE_IN_QUARANTINE } from '@earworm/projections';
import type { DataSource } from 'typeorm';
import { ERASE_CALLS_FOR_HELP } from '../facts/facts.sql.js';
import { moveUser } from './sessions.js';
import { RENAME_SESSIONS } from './sessions.sql.js';

/** Sessions and errors stay, and count as those of one user. Idempotent. */
export async function erasePerson(
  database: DataSource,
  { userId, pseudonym, calledForHelpIn }: RequestOf<typeof erasePersonInTelemetry>,
): Promise<void> {
  await moveUser(database, { from: userId, to: pseudonym });
  await database.query(RENAME_SESSIONS, [pseudonym, FORMER_PERSON]);
  await database.query(REPLACE_IN_QUARANTINE, [userId, pseudonym]);
  await database.query(ERASE_CALLS_FOR_HELP, [calledForHelpIn]);
}
