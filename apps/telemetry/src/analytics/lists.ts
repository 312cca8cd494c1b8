import type { Analytics } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import type { Span } from './span.js';

const QUESTIONS = 20;
const GROUPS = 50;

/** Different people who began a session, by type. */
export async function usersByType(database: DataSource, { from, to }: Span): Promise<Map<string, number>> {
  const rows = await database.query<{ type: string; users: number }[]>(
    `select user_type as type, count(*)::int as users from (
        select distinct user_type, user_id from user_session where start_time >= $1 and start_time < $2) as seen
      group by 1`,
    [from, to],
  );
  return new Map(rows.map(({ type, users }) => [type, users]));
}

/** Wrong answers and questions that nobody knew count alike; of equals the one that was asked less often. */
export const missedQuestions = (database: DataSource, { from, to }: Span): Promise<Analytics['missed']> =>
  database.query<Analytics['missed']>(
    `select key, answer, song, asked, "right", wrong, nobody from (
        select key, sum(asked)::int as asked, sum("right")::int as "right", sum(wrong)::int as wrong,
            sum(nobody)::int as nobody
          from question_tally where quarter >= $1 and quarter < $2 group by key
          having sum(wrong) + sum(nobody) > 0
          order by sum(wrong) + sum(nobody) desc, sum(asked), key limit ${QUESTIONS}) as worst
      join question using (key) order by wrong + nobody desc, asked, key`,
    [from, to],
  );

type Group = Omit<Analytics['errors'][number], 'firstAt' | 'lastAt'> & {
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** `users` are those who met the error within the span for the first or the last time, or in between. */
export async function errorGroups(database: DataSource, { from, to }: Span): Promise<Analytics['errors']> {
  const rows = await database.query<Group[]>(
    `select fingerprint, name, message, source, count, first_at as "firstAt", last_at as "lastAt", (
          select count(*)::int from error_user
            where error_user.fingerprint = most.fingerprint and error_user.first_at < $2 and error_user.last_at >= $1
        ) as users
      from (select part as fingerprint, sum(n)::int as count from tally
          where measure = 'errors' and part <> '*' and quarter >= $1 and quarter < $2 group by part
          order by 2 desc, 1 limit ${GROUPS}) as most
        join error_group using (fingerprint) order by count desc, fingerprint`,
    [from, to],
  );
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime(), lastAt: row.lastAt.getTime() }));
}
