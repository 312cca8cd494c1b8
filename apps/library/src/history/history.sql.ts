import { GAMES_OF_USER_PAGE } from '@earworm/contracts';

/** A standings list of the history, and the longest of a result: the largest game has 2,000 players. */
const STANDINGS_SHOWN = 10;
const STANDINGS_MAX = 2_000;

/** Locked until the transaction ends, in one order for all replicas. */
export const LOCK_GAMES = `select game_id as "gameId", version, status, completed_at::float8 as "completedAt",
    player_count as "playerCount", reviews_names as "reviewsNames" from game where game_id = any($1::text[]) order by game_id for update`;

export const INSERT_GAMES = `insert into game
    (game_id, version, game_code, status, moderator_id, moderator_name, created_at)
  select game_id, 0, game_code, 'setup', moderator_id, moderator_name, created_at
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
      as given (game_id, game_code, moderator_id, moderator_name, created_at)`;

export const UPDATE_GAMES = `update game set version = given.version, status = given.status,
    completed_at = given.completed_at, player_count = given.player_count,
    reviews_names = given.reviews_names
  from unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::integer[], $6::boolean[])
    as given (game_id, version, status, completed_at, player_count, reviews_names)
  where game.game_id = given.game_id`;

export const INSERT_PARTICIPANTS = `insert into participant (game_id, player_id, seat, name, unreviewed, reserved)
  select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::boolean[], $6::boolean[])`;

/**
 * Null leaves the name, whether the player was removed or has not come yet, and whether the name waits for a review, as it is; so does
 * the same name.
 */
export const UPDATE_PARTICIPANTS = `update participant set name = coalesce(given.name, participant.name),
    score = score + gain, removed = coalesce(given.removed, participant.removed),
    unreviewed = case when given.unreviewed and given.name = participant.name then participant.unreviewed
      else coalesce(given.unreviewed, participant.unreviewed) end,
    reserved = coalesce(given.reserved, participant.reserved),
    team = case when sets_team then given.team else participant.team end
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[],
      $9::integer[])
    as given (game_id, player_id, name, gain, removed, unreviewed, reserved, sets_team, team)
  where participant.game_id = given.game_id and participant.player_id = given.player_id`;

export const INSERT_VERDICTS = `insert into verdict (game_id, version, question_id, player_id, correct, gain, by_name, team, ends)
  select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::boolean[], $6::integer[], $7::text[],
    $8::integer[], $9::boolean[])`;

export const DELETE_VERDICT = 'delete from verdict where game_id = $1 and version = $2';

export const CORRECT_VERDICT = `update verdict set correct = $3, gain = gain + $4, by_name = $5
  where game_id = $1 and version = $2`;

const movePlayer = (table: string) =>
  `update ${table} set player_id = $3 where game_id = any($1::text[]) and player_id = $2`;
export const MOVE_PLAYER = [movePlayer('participant'), movePlayer('verdict'), movePlayer('score_change')];

export const PLACE_GAME = 'update game set show_id = $2, room_id = $3 where game_id = $1';

export const INSERT_TEAM = `insert into team (game_id, number, version, name, key) values ($1, $2, $3, $4, $5)
  on conflict do nothing`;
export const RENAME_TEAM = 'update team set name = $3 where game_id = $1 and number = $2';
export const DELETE_TEAM = 'delete from team where game_id = $1 and number = $2';
/** $3 null: in none. */
export const MOVE_TEAM = ['participant', 'verdict', 'score_change'].map(
  (table) => `update ${table} set team = $3::integer where game_id = $1 and team = $2`,
);

/** In order of creation, and by seat: as the rules know them. */
export const TEAMS = 'select number from team where game_id = $1 order by version';
export const SEATS = 'select seat, team, removed from participant where game_id = $1 order by seat';
export const SEAT_IN_TEAMS = `update participant set team = given.team
  from unnest($2::integer[], $3::integer[]) as given (seat, team)
  where game_id = $1 and participant.seat = given.seat and participant.team is distinct from given.team`;

export const INSERT_SCORE_CHANGE = `insert into score_change (game_id, version, player_id, gain, team)
  select game_id, $2::integer, player_id, $4::integer, team from participant where game_id = $1 and player_id = $3`;
export const DELETE_SCORE_CHANGE = 'delete from score_change where game_id = $1 and version = $2';

/** What is known of completed games changed without an event of theirs. */
export const NOTE_REVISION = 'update game set revision = revision + 1 where game_id = any($1::text[])';

export const MOVE_MODERATOR = 'update game set moderator_id = $3 where game_id = $1 and moderator_id = $2';

export const CHANGE_OWNER =
  'update game set moderator_id = $3, moderator_name = $4 where game_id = $1 and moderator_id = $2';

export const ADD_MEMBER = `insert into crew_member (game_id, user_id)
  select game_id, $2 from game where game_id = $1 and moderator_id <> $2 on conflict do nothing`;

export const REMOVE_MEMBER = 'delete from crew_member where game_id = $1 and user_id = $2';

/** `player_count` numbers the seats and includes players whom the moderator removed. */
const SHOWN_COUNT = `player_count - (select count(*)::int from participant as gone
    where gone.game_id = game.game_id and gone.removed)`;

const GAME = `game.game_id as "gameId", game_code as "gameCode", status, moderator_name as "moderatorName",
  created_at::float8 as "createdAt", completed_at::float8 as "completedAt", ${SHOWN_COUNT} as "playerCount"`;

/** As views of the game show it to players. */
export const SHOWN_NAME = `case when unreviewed then 'Player ' || seat else name end`;

/** In the scoreboard's order: highest score first, then earliest seat. */
const entry = (name: string) => `${GAME}, moderator_id as "moderatorId", coalesce((
    select json_agg(best) from (
      select player_id as "playerId", ${name} as name, score from participant
      where participant.game_id = game.game_id and not removed order by score desc, seat limit ${STANDINGS_SHOWN}) as best), '[]') as standings`;

export const PLAYED = `select ${entry(SHOWN_NAME)}, 'player' as role, me.score::float8 as score, (
    select (1 + count(*))::int from participant as other where other.game_id = me.game_id
      and other.score > me.score and not other.removed) as rank
  from participant as me join game on game.game_id = me.game_id
  where me.player_id = $1 order by created_at desc, game.game_id limit $2`;

export const MODERATED = `select ${entry('name')}, 'moderator' as role, null::float8 as score, null as rank
  from game where moderator_id = $1 order by created_at desc, game.game_id limit $2`;

const OF_USER = `from game
  where game.game_id in (select game_id from game where moderator_id = $1
    union select game_id from participant where player_id = $1)`;

export const GAMES_OF_USER = `select ${GAME}, moderator_id as "moderatorId",
    case when moderator_id = $1 then 'moderator' else 'player' end as role
  ${OF_USER} order by created_at desc, game.game_id limit ${GAMES_OF_USER_PAGE} offset $2`;

export const COUNT_GAMES_OF_USER = `select count(*)::int as total ${OF_USER}`;

const IS_OF_CREW = `($3 or moderator_id = $2
    or exists (select from crew_member where crew_member.game_id = game.game_id and user_id = $2))`;

export const RESULT = `select ${GAME}, ${IS_OF_CREW} as "isOfCrew" from game where game_id = $1 and (${IS_OF_CREW}
    or exists (select from participant as me where me.game_id = game.game_id and me.player_id = $2))`;

/** `$2`: for the crew, who see names that wait for a review. */
const NAME_FOR = `case when $2 then name else ${SHOWN_NAME} end as name`;

export const STANDINGS = `select player_id as "playerId", ${NAME_FOR}, score::float8 as score, team
  from participant where game_id = $1 and not removed
  order by participant.score desc, seat limit ${STANDINGS_MAX}`;

export const VERDICTS = `select question_id as "questionId", ${NAME_FOR}, correct, gain, by_name as "by"
  from verdict left join participant using (game_id, player_id) where game_id = $1 order by version`;
