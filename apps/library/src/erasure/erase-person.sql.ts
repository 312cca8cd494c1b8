import { REPLACE_IN_QUARANTINE } from '@earworm/projections';

/** Guests who became this user when they signed in. */
export const FORMER_IDS = 'select from_id as id from moved_user where to_id = $1';

/** $1: ids; $2: the new name. */
export const RENAME_PERSON: readonly string[] = [
  'update participant set name = $2 where player_id = any($1::text[])',
  'update game set moderator_name = $2 where moderator_id = any($1::text[])',
];

/** In the order of the history, which writes to the same games. */
export const LOCK_GAMES_OF_PERSON = `select game_id from game
  where moderator_id = any($1::text[]) or game_id in (select game_id from participant where player_id = any($1::text[]))
  order by game_id for update`;

/** Of the games in which they played. */
export const NOTE_REVISIONS = `update game set revision = revision + 1
  where game_id in (select game_id from participant where player_id = any($1::text[]))`;

export const RENAME_JUDGE = `update verdict set by_name = $3
  where game_id = $1 and version = any($2::int[]) and by_name is not null`;

/** $1: who; $2: their pseudonym. In games that end later, the events of the log have done so. */
export const REPLACE_ID: readonly string[] = [
  'update participant set player_id = $2 where player_id = $1',
  'update verdict set player_id = $2 where player_id = $1',
  'update score_change set player_id = $2 where player_id = $1',
  'update crew_member set user_id = $2 where user_id = $1',
  'update game set moderator_id = $2 where moderator_id = $1',
  REPLACE_IN_QUARANTINE,
];

export const FORGET_MOVES = 'delete from moved_user where from_id = any($1::text[]) or to_id = any($1::text[])';
