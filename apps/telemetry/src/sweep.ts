import type { Logger } from '@earworm/service-kit/log';
import type { DataSource } from 'typeorm';
import { endSilent } from './sessions/sessions.js';
import { REMEMBERED_HOURS } from './tally/taken-reports.js';
import { DAY_MS, startOf } from './tally/widths.js';

const EVERY_MS = 3_600_000;
const SILENT_EVERY_MS = 60_000;

/**
 * Deletes whole days of UTC that are older than is kept, once an hour, and ends sessions that fell silent, once a minute.
 * Returns the way to stop.
 */
export function startSweep(database: DataSource, keepDays: number, log: Logger): () => void {
  const run = () =>
    void sweep(database, new Date(startOf(DAY_MS, Date.now() - keepDays * DAY_MS))).catch((error: unknown) =>
      log.warn({ err: error }, 'old figures could not be deleted'),
    );
  const timer = setInterval(run, EVERY_MS);
  const silent = () =>
    void endSilent(database, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions that fell silent could not be ended'),
    );
  const silentTimer = setInterval(silent, SILENT_EVERY_MS);
  timer.unref();
  silentTimer.unref();
  return () => {
    clearInterval(timer);
    clearInterval(silentTimer);
  };
}

/** A game is as old as its last event, a group of errors as its last log. */
export async function sweep(database: DataSource, before: Date): Promise<void> {
  for (const [table, column] of [
    ['tally', 'quarter'],
    ['question_tally', `quarter + minutes * interval '1 minute'`],
    ['quarter_figures', 'quarter'],
    ['game_figures', 'quarter'],
    ['game_question_tally', 'quarter'],
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
