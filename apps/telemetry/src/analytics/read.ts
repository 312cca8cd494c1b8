import { type Analytics, type AnalyticsRange, RefusedError, UserType } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { BARS, barsOf } from '../tally/bars.js';
import { FIGURES } from '../tally/figures.js';
import type { Measure } from '../tally/measures.js';
import { calendar, type DayRow, daysOf } from './days.js';
import { errorGroups, missedQuestions, usersByType } from './lists.js';
import type { Span } from './span.js';
import { talliedIn } from './stretches.js';

const MOST_DAYS = 366;
/** Summed over the whole range, by part. */
const RANGE_MEASURES: readonly Measure[] = [
  'session-seconds',
  'session-length',
  'players',
  'first-press-ms',
  'press-ms',
  'views',
  'sessions',
];

/**
 * Everything of the analytics page, as it was at one moment. Reads what was tallied, never single facts. Throws
 * `bad-request`. On one connection: six at once would each begin a process of the database, and wait for each other where
 * cores are few.
 */
export async function readAnalytics(database: DataSource, range: AnalyticsRange): Promise<Analytics> {
  const length = calendar(range.from, range.to).length;
  if (length < 1 || length > MOST_DAYS) throw new RefusedError('bad-request');
  return database.transaction('REPEATABLE READ', (manager) => readAll(manager, range));
}

async function readAll(database: EntityManager, range: AnalyticsRange): Promise<Analytics> {
  const span = await spanOf(database, range);
  const days = await countsByDay(database, span, range.timeZone);
  const parts = await countsByPart(database, span);
  const users = await usersByType(database, span);
  const missed = await missedQuestions(database, span);
  const errors = await errorGroups(database, span);
  const countedUntil = await lastCounted(database);
  const of = (measure: Measure) => parts.get(measure) ?? new Map<string, number>();
  return {
    span: { from: span.from.getTime(), to: span.to.getTime() },
    days: daysOf(range.from, range.to, days),
    users: UserType.options.map((userType) => ({
      userType,
      users: users.get(userType) ?? 0,
      sessions: of('sessions').get(userType) ?? 0,
      seconds: of('session-seconds').get(userType) ?? 0,
    })),
    sessionLengths: barsOf(BARS.sessionLength, of('session-length')),
    playersPerGame: barsOf(BARS.playersPerGame, of('players')),
    timeToPress: {
      first: barsOf(BARS.timeToPress, of('first-press-ms')),
      every: barsOf(BARS.timeToPress, of('press-ms')),
    },
    missed,
    paths: [...of('views')].map(([path, views]) => ({ path, views })).sort((a, b) => b.views - a.views),
    errors,
    countedUntil,
  };
}

/** The moments at which the range's first day begins and the day after its last. */
async function spanOf(database: EntityManager, { from, to, timeZone }: AnalyticsRange): Promise<Span> {
  try {
    const [span] = await database.query<Span[]>(
      `select $1::date::timestamp at time zone $3 as "from", ($2::date + 1)::timestamp at time zone $3 as "to"`,
      [from, to, timeZone],
    );
    return span as Span;
  } catch (error) {
    // 22xxx: a day or a zone that the database does not know.
    const { code } = error as { code?: string };
    throw code?.startsWith('22') ? new RefusedError('bad-request') : error;
  }
}

const countsByDay = (database: EntityManager, { from, to }: Span, timeZone: string): Promise<DayRow[]> =>
  database.query<DayRow[]>(
    `select (quarter at time zone $3)::date::text as day,
        ${FIGURES.map((figure) => `sum("${figure}")::text as "${figure}"`).join(', ')}
      from quarter_figures where quarter >= $1 and quarter < $2 group by 1`,
    [from, to, timeZone],
  );

async function countsByPart(database: EntityManager, span: Span): Promise<Map<Measure, Map<string, number>>> {
  const { condition, values } = talliedIn(span, RANGE_MEASURES);
  const rows = await database.query<{ measure: Measure; part: string; n: string }[]>(
    `select split_part(measure, '/', 1) as measure, part, sum(n)::text as n from tally where ${condition} group by 1, 2`,
    values,
  );
  return new Map(
    [...Map.groupBy(rows, ({ measure }) => measure)].map(([measure, parts]) => [
      measure,
      new Map(parts.map(({ part, n }) => [part, Number(n)])),
    ]),
  );
}

async function lastCounted(database: EntityManager): Promise<number | null> {
  const [row] = await database.query<{ at: string }[]>(
    'select last_at::text as at from game order by changed desc limit 1',
  );
  return row === undefined ? null : Number(row.at);
}
