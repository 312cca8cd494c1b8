/** Or to be erased. */
export const IS_ERASED = 'select from erasure where game_id = $1';

export const NOTE_SHOW = 'update game set show_id = $2 where game_id = $1 and show_id is distinct from $2';

/** A game that is there although it was erased is erased again. */
const NOTED_AGAIN = `on conflict (game_id) do update
  set cause = excluded.cause, noted_at = now(), due_at = now(), attempts = 0, erased_at = null
  where erasure.erased_at is not null`;

const noteOld = (isOf: string) => `insert into erasure (game_id, cause)
  select game_id, 'age' from game
    where ${isOf} and created_at < now() - make_interval(days => $1)
      and coalesce((select event.at from event where event.game_id = game.game_id order by version desc limit 1), 0)
        < (extract(epoch from now()) - $1 * 86400) * 1000
      and not exists (select from erasure where erasure.game_id = game.game_id and erased_at is null)
    order by created_at limit $2
  ${NOTED_AGAIN}`;

/**
 * Games without an event that were not used for $1 days, and reserved codes of that age. A game that is loaded logs that
 * it is, with the time of the event before.
 */
export const NOTE_OLD = noteOld('show_id is null');
/** The same of games whose event is no more: it was erased before it took its games along, or in the moment they began. */
export const NOTE_ORPHANED = noteOld('show_id = any($3::uuid[])');

/** Events of games that were created $1 days ago, from one on. */
export const SELECT_OLD_SHOWS = `select distinct show_id as "showId" from game
  where show_id > $3 and created_at < now() - make_interval(days => $1) order by show_id limit $2`;

export const NOTE_OF_SHOW = `with noted as (
    insert into erasure (game_id, cause) select game_id, 'event' from game where show_id = $1
    ${NOTED_AGAIN} returning 1)
  select count(*)::int as games from noted`;

/** Without a condition: what is gone already is confirmed by every service once more. */
export const NOTE_AGAIN = `insert into erasure (game_id, cause) select id, 'restore' from unnest($1::text[]) as id
  ${NOTED_AGAIN}`;

export const NOTE_OF_PERSON = `insert into erasure (game_id, cause) select game_id, 'person' from game where game_id = $1
  ${NOTED_AGAIN}`;

/** A page of $2 games after $1, and whether their logs have one of the ids $3. */
export const GAMES_OF_PERSON = `select game_id as "gameId", exists (
    select from event where event.game_id = page.game_id and (user_id = any($3::text[])
      or exists (select from unnest($3::text[]) as id where strpos(event.event::text, id) > 0))) as "isNamed"
  from (select game_id from game where game_id > $1 order by game_id limit $2) as page order by game_id`;

/** Leased: another replica takes those of one that died after $2 seconds. */
export const TAKE_DUE = `update erasure set due_at = now() + make_interval(secs => $2), attempts = attempts + 1
  where game_id in (select game_id from erasure where erased_at is null and due_at <= now()
    order by due_at limit $1 for update skip locked)
  returning game_id as "gameId", attempts`;

export const POSTPONE = `update erasure set due_at = now() + make_interval(secs => $2)
  where game_id = any($1::text[]) and erased_at is null`;

export const END_ERASURE = 'update erasure set erased_at = now() where game_id = any($1::text[]) and erased_at is null';

export const SELECT_WAITING = `select count(*)::int as games, (extract(epoch from min(noted_at)) * 1000)::float8 as since,
    count(*) filter (where attempts > 1)::int as failing
  from erasure where erased_at is null`;

export const SELECT_ERASED = `select (erased_at at time zone 'UTC')::date::text as day, cause, count(*)::int as games,
    (extract(epoch from max(erased_at)) * 1000)::float8 as "lastAt"
  from erasure where erased_at is not null group by 1, 2 order by max(erased_at) desc limit $1`;

export const LOCK_GAME = 'select from game where game_id = $1 for update';
export const LAST_VERSION = 'select coalesce(max(version), 0) as version from event where game_id = $1';
/** Has the version that an append on its way would have. The epoch is older than that of any owner. */
export const INSERT_FENCE = `insert into event (game_id, version, event, at, epoch) values ($1, $2,
  ('{"type":"owned","at":' || $3::bigint || ',"epoch":0}')::json, $3, 0)`;
export const DELETE_EVENTS = 'delete from event where game_id = $1 and version < $2';
export const DELETE_SNAPSHOT = 'delete from snapshot where game_id = $1';
/** In this order. */
export const DELETE_GAME: readonly string[] = [
  DELETE_SNAPSHOT,
  'delete from stage_key where game_id = $1',
  'delete from code where game_id = $1',
  'delete from game where game_id = $1',
];

export const SELECT_LOG =
  'select version, event::text as event, user_id from event where game_id = $1 order by version';
/** $4: the user id that $5 takes the place of; null: none. */
export const REWRITE_EVENTS = `update event set event = given.event,
    user_id = case when user_id = $4 then $5 else user_id end
  from (select unnest($2::integer[]) as version, json_array_elements($3::json) as event) as given
  where event.game_id = $1 and event.version = given.version`;
export const SELECT_OWN_EVENTS =
  'select version, event::text as event from event where game_id = $1 and user_id = $2 order by version';
export const DELETE_STAGE_KEYS = 'delete from stage_key where game_id = $1 and user_id = any($2::text[])';
export const RENEW_LOG = 'update game set log_id = gen_random_uuid()::text where game_id = $1';
