/**
 * The arrays are unnested side by side. Events are one JSON text: in an array of texts every quote would be escaped, a
 * tenth of a second for a game of 2 MB.
 */
export const APPEND = `insert into event (game_id, version, user_id, command_id, event, at, epoch)
  select unnest($1::text[]), unnest($2::integer[]), unnest($3::text[]), unnest($4::text[]),
    json_array_elements($5::json), unnest($6::bigint[]), unnest($7::bigint[])`;

export const SELECT_SNAPSHOT = `select game.log_id, snapshot.version, snapshot.state::text as state,
    snapshot.answered::text as answered from game
  left join snapshot on snapshot.game_id = game.game_id and snapshot.rules = $2 and snapshot.log_id = game.log_id
  where game.game_id = $1`;

export const SELECT_EVENTS = `select version, event::text as event, user_id, command_id, epoch from event
  where game_id = $1 and version >= $2 order by version`;

/** Never replaces a snapshot by an older one of the same log and rules. None of a game that is erased, or whose log is rewritten,
 * meanwhile. */
export const SAVE_SNAPSHOT = `insert into snapshot (game_id, log_id, rules, version, state, answered)
  select game_id, $2, $3, $4, $5::json, $6::json from game where game_id = $1 and log_id = $2 for share
  on conflict (game_id) do update set log_id = excluded.log_id, rules = excluded.rules, version = excluded.version,
    state = excluded.state, answered = excluded.answered, saved_at = now()
  where snapshot.rules <> excluded.rules or snapshot.log_id <> excluded.log_id or snapshot.version < excluded.version`;

/** The heads of games that changed after a time, in ms since the epoch. */
export const HEADS_SINCE = `select game_id as "gameId", log_id as "logId", max(version) as version
  from event join game using (game_id) where event.at > $1 group by game_id, log_id`;

export const HEADS_OF_GAMES = `select game_id as "gameId", log_id as "logId", last.version from game,
    lateral (select version from event where event.game_id = game.game_id order by version desc limit 1) as last
  where game_id = any($1::text[])`;

export const TIMELINE = `select version, event::text as event, user_id as "user" from event
  where game_id = $1 and version > $2 order by version limit $3`;

export const READ_LOG = 'select * from read_log($1::xid8, $2::bigint, $3, $4::text[], $5, $6, $7)';

/**
 * The content of questions as of a version. Reads the events of each game once, and only its own: with `offset 0` no plan
 * scans the whole log, however many games are asked about.
 */
export const QUESTION_CONTENTS = `with asked as materialized (
    select * from unnest($1::text[], $2::text[], $3::integer[]) as asked (game_id, question_id, until)),
  games as materialized (select game_id, max(until) as until, array_agg(question_id) as wanted from asked group by game_id),
  written as materialized (
    select games.game_id, 1 as version, question->>'id' as question_id, (question - 'id')::json as content
      from games, lateral (
          select event.event::jsonb as quiz from event where event.game_id = games.game_id and event.version = 1 offset 0) as created,
        jsonb_path_query(quiz, '$.categories[*].questions[*]') as question
      where question->>'id' = any(wanted)
    union all
    select games.game_id, later.version, later.event->>'questionId', later.event->'content'
      from games, lateral (
        select event.version, event.event from event
          where event.game_id = games.game_id and event.version between 2 and games.until
            and event.event->>'type' in ('questionAdded', 'questionUpdated') offset 0) as later)
  select distinct on (game_id, question_id) game_id as "gameId", question_id as "questionId", content
    from asked join written using (game_id, question_id)
    where version <= until
    order by game_id, question_id, version desc`;
