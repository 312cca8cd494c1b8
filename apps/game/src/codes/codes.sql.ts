/** Reserves a code for a game, and the game's row. Returns no row if the code is taken or the game has one. */
export const RESERVE_CODE = `with reserved as (insert into game (game_id) values ($1) on conflict do nothing)
  insert into code (code, game_id) values ($2, $1) on conflict do nothing returning code`;

export const SELECT_CODE = 'select code from code where game_id = $1';

/** Only a game that was created, so that version 1 is in its log. */
export const GAME_OF_CODE = `select game_id from code where code = $1
  and exists (select from event where event.game_id = code.game_id and version = 1)`;

export const ENSURE_STAGE_KEY = `with kept as (
    update game set stage_key = coalesce(stage_key, $2) where game_id = $1 returning stage_key)
  select stage_key from kept`;

export const SELECT_STAGE_KEY = 'select stage_key from game where game_id = $1';

export const INHERIT_STAGE_KEY = `update game set stage_key = earlier.stage_key from game earlier
  where earlier.game_id = $1 and game.game_id = $2 and game.stage_key is null`;
