/** `$1`: the time before which a row is old. A group of errors is as old as its last occurrence. */
export const DELETE_BEFORE: readonly string[] = [
  'delete from tally where quarter < $1',
  `delete from question_tally where quarter + minutes * interval '1 minute' < $1`,
  'delete from quarter_figures where quarter < $1',
  'delete from game_figures where quarter < $1',
  'delete from game_question_tally where quarter < $1',
  'delete from game_verdict where given_at < $1',
  'delete from user_session where start_time < $1',
  'delete from error_log where timestamp < $1',
  'delete from error_user where last_at < $1',
  'delete from error_group where last_at < $1',
];

export const DELETE_OLD_REPORTS = 'delete from taken_report where taken_at < now() - make_interval(hours => $1)';

/** In this order. `$1` in ms since the epoch; a game is as old as its last event. */
export const DELETE_OLD_GAMES: readonly string[] = [
  'delete from game_question where game_id in (select game_id from game where last_at < $1)',
  'delete from game where last_at < $1',
];
