const COLUMNS = `game_id as "gameId", game_code as "gameCode", status, moderator_name as "moderatorName",
  moderator_left as "moderatorLeft", help_category as "helpCategory", help_text as "helpText", help_at as "helpAt", players, created_at as "createdAt", last_action as "lastAction",
  last_at as "lastAt", changed`;

/** Games whose last event is later than `$1`, with a limit. */
const OPEN = `from game where status <> 'completed' and last_at > $1 order by changed desc limit`;

/** In one statement, so that no change is missed between the games and the cursor. Without open games `open` is null. */
export const SELECT_OPEN = `select newest.changed as newest, open.*
  from (select coalesce(max(changed), 0)::text as changed from game) as newest
    left join (select ${COLUMNS} ${OPEN} $2) as open on true
  order by open.changed desc`;

export const SELECT_CHANGED = `select ${COLUMNS} from game where changed > $1 order by changed limit $2`;

/** Those that are not listed as open and match a pattern `$3` or an id `$4`. */
const PAST = `from game where game_id not in (select game_id ${OPEN} $2)
  and (game_code ilike $3 or moderator_name ilike $3 or game_id = $4)`;

export const SELECT_PAST = `select ${COLUMNS} ${PAST} order by last_at desc, game_id limit $5 offset $6`;

export const COUNT_PAST = `select count(*)::int as total ${PAST}`;
