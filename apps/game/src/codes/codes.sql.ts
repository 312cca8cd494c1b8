/**
 * Reserves a code for a game, and the game's row. Returns no row if the code is taken, the game has one or is to be erased.
 */
export const RESERVE_CODE = `with wanted as (
    select $1::text as game_id where not exists (select from erasure where game_id = $1)),
  reserved as (insert into game (game_id) select game_id from wanted on conflict do nothing)
  insert into code (code, game_id) select $2, game_id from wanted on conflict do nothing returning code`;

export const SELECT_CODE = 'select code from code where game_id = $1 and room_id is null';

/** Of a room, which leads to its game. Returns no row if the code is taken or the room has one. */
export const RESERVE_ROOM_CODE = `insert into code (code, room_id, game_id) values ($3, $1, $2)
  on conflict do nothing returning code`;

export const SELECT_ROOM_CODE = 'select code from code where room_id = $1';

export const MOVE_ROOM_CODE = 'update code set game_id = $2 where room_id = $1 and game_id <> $2';

/** Of a game or of a room. Only a game that was created, so that version 1 is in its log. */
export const GAME_OF_CODE = `select game_id from code where code = $1
  and exists (select from event where event.game_id = code.game_id and version = 1)`;

/** Two at once may add two keys, and both fit. The first key of a game also fits at replicas of the release before. */
export const ADD_STAGE_KEY = `with added as (
    insert into stage_key (game_id, key, user_id) select $1, $3, $2
      where not exists (select from stage_key where game_id = $1 and user_id = $2) returning key)
  update game set stage_key = added.key from added where game.game_id = $1 and game.stage_key is null`;

export const SELECT_STAGE_KEY = 'select key from stage_key where game_id = $1 and user_id = $2 order by key limit 1';

export const INHERIT_STAGE_KEYS = `with inherited as (
    insert into stage_key (game_id, key, user_id) select $2, key, user_id from stage_key where game_id = $1
      and exists (select from game where game_id = $2) on conflict do nothing)
  update game set stage_key = earlier.stage_key from game earlier
    where earlier.game_id = $1 and game.game_id = $2 and game.stage_key is null`;

export const SHARE_STAGE_KEYS = `insert into stage_key (game_id, key, user_id)
  select game_id, key, $3 from stage_key where game_id = $1 and user_id = $2 on conflict do nothing`;

/** The one without a user may be of a release that knew one key of a game. */
export const SELECT_STAGE_KEYS = `select key, user_id as "userId" from stage_key where game_id = $1
  union all select stage_key, null from game where game_id = $1 and stage_key is not null`;
