import type { DataSource } from 'typeorm';
import { DELETE_BEFORE, DELETE_OLD_GAMES, DELETE_OLD_REPORTS } from './sweep.sql.js';
import { REMEMBERED_HOURS } from './tally/report-ids.js';

/** Deletes facts and figures of games, sessions and errors that are older than the time. */
export async function sweep(database: DataSource, before: Date): Promise<void> {
  for (const statement of DELETE_BEFORE) await database.query(statement, [before]);
  await database.query(DELETE_OLD_REPORTS, [REMEMBERED_HOURS]);
  for (const statement of DELETE_OLD_GAMES) await database.query(statement, [before.getTime()]);
}
