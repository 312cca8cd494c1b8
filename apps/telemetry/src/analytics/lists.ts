import type { Analytics } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { bucketsIn, type Span, talliedIn } from './time-ranges.js';

const QUESTIONS = 20;
const GROUPS = 50;

export async function usersByType(database: EntityManager, { from, to }: Span): Promise<Map<string, number>> {
  const rows = await database.query<{ type: string; users: number }[]>(
    // The first session of each user within the span.
    `select user_type as type, count(*)::int as users from user_session
      where start_time >= $1 and start_time < $2 and (previous_time is null or previous_time < $1) group by 1`,
    [from, to],
  );
  return new Map(rows.map(({ type, users }) => [type, users]));
}

/** Wrong and missing answers count alike; of equals, the question that was asked less often. */
export function missedQuestions(database: EntityManager, span: Span): Promise<Analytics['missed']> {
  const { condition, values } = bucketsIn(span);
  return missedIn(database, `question_tally where ${condition}`, values);
}

export function missedIn(
  database: EntityManager,
  from: string,
  values: readonly unknown[],
): Promise<Analytics['missed']> {
  return database.query<Analytics['missed']>(
    `select key, answer, song, asked, "right", wrong, nobody from (
        select key, sum(asked)::int as asked, sum("right")::int as "right", sum(wrong)::int as wrong,
            sum(nobody)::int as nobody
          from ${from} group by key
          having sum(wrong) + sum(nobody) > 0
          order by sum(wrong) + sum(nobody) desc, sum(asked), key limit ${QUESTIONS}) as worst
      join question using (key) order by wrong + nobody desc, asked, key`,
    [...values],
  );
}

type Group = Omit<Analytics['errors'][number], 'firstAt' | 'lastAt'> & {
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** `users`: whose first to last occurrence overlaps the span. */
export async function errorGroups(database: EntityManager, span: Span): Promise<Analytics['errors']> {
  const { condition, values } = talliedIn(span, ['errors'], 2);
  const rows = await database.query<Group[]>(
    `select fingerprint, name, message, source, count, first_at as "firstAt", last_at as "lastAt", (
          select count(*)::int from error_user
            where error_user.fingerprint = most.fingerprint and error_user.first_at < $2 and error_user.last_at >= $1
        ) as users
      from (select part as fingerprint, sum(n)::int as count from tally
          where ${condition} group by part
          order by 2 desc, 1 limit ${GROUPS}) as most
        join error_group using (fingerprint) order by count desc, fingerprint`,
    [span.from, span.to, ...values],
  );
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime(), lastAt: row.lastAt.getTime() }));
}
