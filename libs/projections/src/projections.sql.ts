/** How far each projection has read the log of games; for the first migration of a service that has projections. */
export const CREATE_CHECKPOINT = `create table checkpoint (
  follower text primary key,
  tx text not null default '0',
  position text not null default '0')`;

export const INSERT_CHECKPOINT = 'insert into checkpoint (follower) values ($1) on conflict do nothing';
export const SELECT_CHECKPOINT = 'select tx, position from checkpoint where follower = $1';
/** Locks the row until the transaction ends; updates none when another replica has advanced the checkpoint. */
export const ADVANCE_CHECKPOINT =
  'update checkpoint set tx = $2, position = $3 where follower = $1 and tx = $4 and position = $5';

export const CREATE_QUARANTINE = `create table game_aside (
  follower text not null,
  game_id text not null,
  version integer not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (follower, game_id))`;

export const QUARANTINE_GAME =
  'insert into game_aside (follower, game_id, version, error) values ($1, $2, $3, $4) on conflict do nothing';
/** An error may quote the id of a user: $2 takes the place of $1. */
export const REPLACE_IN_QUARANTINE = 'update game_aside set error = replace(error, $1, $2) where strpos(error, $1) > 0';
export const END_QUARANTINE = 'delete from game_aside where game_id = any($1)';

export const CREATE_ERASED = `create table erased_game (
  game_id text primary key,
  at timestamptz not null default now())`;

export const NOTE_ERASED = 'insert into erased_game (game_id) select unnest($1::text[]) on conflict do nothing';
/** Which of these games were not erased here. */
export const SELECT_NOT_ERASED = `select id as "gameId" from unnest($1::text[]) as id
  where not exists (select from erased_game where game_id = id)`;
/** Of all projections of the service: nothing is applied until the transaction ends. */
export const LOCK_CHECKPOINTS = 'select from checkpoint order by follower for update';

/** Games that a projection skips: quarantined, or erased. */
export const SELECT_SKIPPED = `select game_id from game_aside where follower = $1 and game_id = any($2)
  union select game_id from erased_game where game_id = any($2)`;
