export const OPEN_GAMES = `select game_id as "gameId" from game where status <> 'completed' and (moderator_id = $1
    or exists (select 1 from crew_member where crew_member.game_id = game.game_id and user_id = $1)
    or exists (select 1 from participant where participant.game_id = game.game_id and player_id = $1))
  order by created_at desc limit $2`;

export const KEEP_TEMPLATES = 'update template set by_guest = false where owner_id = $1 and by_guest';
export const MOVE_TEMPLATES = 'update template set owner_id = $2, by_guest = false where owner_id = $1';
/** A report of both users against one template stays with each. */
export const MOVE_REPORTS = `update template_report as theirs set user_id = $2 where user_id = $1 and not exists (
  select 1 from template_report as own where own.template_id = theirs.template_id and own.user_id = $2)`;

export const INSERT_MOVE = 'insert into moved_user (from_id, to_id) values ($1, $2) on conflict do nothing';
export const LOCK_MOVE = 'select 1 from moved_user where from_id = $1 for update';
export const COUNT_MOVED = `update moved_user set templates = templates + $2, games = games + $3 where from_id = $1
  returning templates, games`;

/** Moves whose first user has completed games that are not moved. */
export const INCOMPLETE_MOVES = `select from_id as "from", to_id as "to" from moved_user where exists (
  select 1 from game where status = 'completed' and (moderator_id = from_id
    or exists (select 1 from participant as own where own.game_id = game.game_id and player_id = from_id
      and not exists (select 1 from participant as other where other.game_id = game.game_id and player_id = to_id))))`;

export const LOCK_COMPLETED = `select 1 from game where status = 'completed' and (moderator_id = $1
    or exists (select 1 from participant where participant.game_id = game.game_id and player_id = $1))
  order by game_id for update`;

const COMPLETED = `select game_id from game where status = 'completed'`;

/** Completed games in which both users have a seat, and the first one the higher score. */
export const HIGHER_SCORES = `select own.game_id from participant as own join participant as theirs using (game_id)
  where own.player_id = $2 and theirs.player_id = $1 and theirs.score > own.score and own.game_id in (${COMPLETED})`;

export const ONLY_SEATS = `select game_id from participant as theirs where player_id = $1 and game_id in (${COMPLETED})
  and not exists (select 1 from participant as own where own.game_id = theirs.game_id and own.player_id = $2)`;

export const MOVE_MODERATED = `update game set moderator_id = $2 where moderator_id = $1 and status = 'completed'
  returning game_id`;
