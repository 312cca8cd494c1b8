import type { DataSource } from 'typeorm';
import { REMEMBERED_HOURS } from './tally/report-ids.js';

/** A game is as old as its last event, a group of errors as its last occurrence. */
export async function sweep(database: DataSource, before: Date): Promise<void> {
  for (const [table, column] of [
    ['tally', 'quarter'],
    ['question_tally', `quarter + minutes * interval '1 minute'`],
    ['quarter_figures', 'quarter'],
    ['game_figures', 'quarter'],
    ['game_question_tally', 'quarter'],
    ['game_verdict', 'given_at'],
    ['user_session', 'start_time'],
    ['error_log', 'timestamp'],
    ['error_user', 'last_at'],
    ['error_group', 'last_at'],
  ] as const)
    await database.query(`delete from ${table} where ${column} < $1`, [before]);
  await database.query(`delete from taken_report where taken_at < now() - make_interval(hours => ${REMEMBERED_HOURS})`);
  await database.query('delete from game_question where game_id in (select game_id from game where last_at < $1)', [
    before.getTime(),
  ]);
  await database.query('delete from game where last_at < $1', [before.getTime()]);
}
