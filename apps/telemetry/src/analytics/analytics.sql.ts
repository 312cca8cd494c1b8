/** `$1` and `$2` are days, `$3` and `$4` hours of them, `$5` a time zone. */
export const SELECT_SPAN = `select ($1::date + make_interval(hours => $3::int)) at time zone $5 as "from",
    ($2::date + make_interval(hours => $4::int)) at time zone $5 as "to"`;

export const SELECT_LAST_COUNTED = 'select last_at::text as at from game order by changed desc limit 1';

export const HOURS = `(extract(epoch from date_bin('1 hour', quarter, $1)) * 1000)::bigint::text`;
export const DAYS = '(quarter at time zone $3)::date::text';

export const sumFigures = (
  table: 'quarter_figures' | 'game_figures',
  step: string,
  figures: readonly string[],
  condition: string,
) => `select ${step} as step, ${figures.map((figure) => `sum("${figure}")::text as "${figure}"`).join(', ')}
  from ${table} where quarter >= $1 and quarter < $2 and ${condition} group by 1`;

export const countParts = (condition: string) =>
  `select split_part(measure, '/', 1) as measure, part, sum(n)::text as n from tally where ${condition} group by 1, 2`;

/** The first session of each user within the span from `$1` to `$2`. */
export const COUNT_USERS = `select user_type as type, count(*)::int as users from user_session
  where start_time >= $1 and start_time < $2 and (previous_time is null or previous_time < $1) group by 1`;

/** Wrong and missing answers count alike; of equals, the question that was asked less often. */
export const selectMissed = (tally: 'question_tally' | 'game_question_tally', condition: string, limit: number) =>
  `select key, answer, song, asked, "right", wrong, nobody from (
      select key, sum(asked)::int as asked, sum("right")::int as "right", sum(wrong)::int as wrong,
          sum(nobody)::int as nobody
        from ${tally} where ${condition} group by key
        having sum(wrong) + sum(nobody) > 0
        order by sum(wrong) + sum(nobody) desc, sum(asked), key limit ${limit}) as worst
    join question using (key) order by wrong + nobody desc, asked, key`;

/** `users`: whose first to last occurrence overlaps the span from `$1` to `$2`. */
export const selectErrorGroups = (
  condition: string,
  limit: number,
) => `select fingerprint, name, message, source, count, first_at as "firstAt", last_at as "lastAt", (
      select count(*)::int from error_user
        where error_user.fingerprint = most.fingerprint and error_user.first_at < $2 and error_user.last_at >= $1
    ) as users
  from (select part as fingerprint, sum(n)::int as count from tally where ${condition} group by part
      order by 2 desc, 1 limit ${limit}) as most
    join error_group using (fingerprint) order by count desc, fingerprint`;

/** For the case of letters such as ü in the C locale. */
const COLLATION = 'collate "und-x-icu"';

/** Parameters: a game code or an empty text, and a part of the moderator's name. */
export const isOfGames = (code: string, moderator: string) => `game_id in (select game_id from game
  where (${code} = '' or game_code = upper(${code}))
    and position(lower(${moderator} ${COLLATION}) in lower(moderator_name ${COLLATION})) > 0)`;

export const countGamesByPlayers = (condition: string) =>
  `select players, count(*)::int as n from game where created_at >= $1 and created_at < $2 and ${condition} group by 1`;

export const sumBars = (condition: string) => `select bar::int, sum(first)::int as first, sum(every)::int as every
  from game_figures, unnest(first_press_ms, press_ms) with ordinality as bars (first, every, bar)
  where quarter >= $1 and quarter < $2 and ${condition} group by 1`;
