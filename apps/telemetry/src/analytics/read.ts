import { type Analytics, ANALYTICS_LIMITS, type AnalyticsRange, RefusedError, UserType } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { BARS, barsOf } from '../tally/histograms.js';
import { FIGURES, GAME_FIGURES, type Measure } from '../tally/measures.js';
import { HOUR_MS } from '../tally/time-buckets.js';
import { calendar, daysOf, hoursOf, type StepRow, type Span, talliedIn } from './time-ranges.js';
import { countParts, DAYS, HOURS, SELECT_LAST_COUNTED, SELECT_SPAN, sumFigures } from './analytics.sql.js';
import { type Games, gamesOf, timeToBuzzOfGames, playersOfGames } from './games.js';
import { errorGroups, missedByGames, missedQuestions, usersByType } from './lists.js';

const RANGE_MEASURES: readonly Measure[] = [
  'session-seconds',
  'session-length',
  'players',
  'first-press-ms',
  'press-ms',
  'views',
  'sessions',
];

/** The analytics page from the tallies, in one snapshot and on one connection. Throws `bad-request`. */
export async function readAnalytics(database: DataSource, range: AnalyticsRange): Promise<Analytics> {
  const length = calendar(range.from, range.to).length;
  if (length < 1 || length > ANALYTICS_LIMITS.days) throw new RefusedError('bad-request');
  if ((range.fromHour === undefined) !== (range.toHour === undefined)) throw new RefusedError('bad-request');
  return database.transaction('REPEATABLE READ', (manager) => readAll(manager, range));
}

async function readAll(database: EntityManager, range: AnalyticsRange): Promise<Analytics> {
  const span = await spanOf(database, range);
  const games = gamesOf(range);
  const figures = games === null ? await figuresOfAll(database, span) : await figuresOfGames(database, span, games);
  return {
    span: { from: span.from.getTime(), to: span.to.getTime() },
    ...(await steps(database, span, range, games)),
    ...figures,
    countedUntil: await lastCounted(database),
  };
}

type Steps = 'span' | 'days' | 'hours' | 'countedUntil';

async function figuresOfAll(database: EntityManager, span: Span): Promise<Omit<Analytics, Steps>> {
  const parts = await countsByPart(database, span);
  const users = await usersByType(database, span);
  const missed = await missedQuestions(database, span);
  const errors = await errorGroups(database, span);
  const of = (measure: Measure) => parts.get(measure) ?? new Map<string, number>();
  return {
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
  };
}

/** Users, page views and errors belong to no game. */
const figuresOfGames = async (database: EntityManager, span: Span, games: Games): Promise<Omit<Analytics, Steps>> => ({
  users: [],
  sessionLengths: [],
  playersPerGame: await playersOfGames(database, span, games),
  timeToPress: await timeToBuzzOfGames(database, span, games),
  missed: await missedByGames(database, span, games),
  paths: [],
  errors: [],
});

async function spanOf(
  database: EntityManager,
  { from, to, fromHour, toHour, timeZone }: AnalyticsRange,
): Promise<Span> {
  const byHour = fromHour !== undefined && toHour !== undefined;
  try {
    const [span] = await database.query<Span[]>(SELECT_SPAN, [
      from,
      to,
      byHour ? fromHour : 0,
      byHour ? toHour + 1 : 24,
      timeZone,
    ]);
    const hours = (span!.to.getTime() - span!.from.getTime()) / HOUR_MS;
    if (byHour && (hours < 1 || hours > ANALYTICS_LIMITS.hours)) throw new RefusedError('bad-request');
    return span!;
  } catch (error) {
    // 22xxx: unknown day or time zone.
    const { code } = error as { code?: string };
    throw code?.startsWith('22') ? new RefusedError('bad-request') : error;
  }
}

async function steps(
  database: EntityManager,
  span: Span,
  range: AnalyticsRange,
  games: Games | null,
): Promise<Pick<Analytics, 'days' | 'hours'>> {
  const byHour = range.fromHour !== undefined;
  const table = games === null ? 'quarter_figures' : 'game_figures';
  const figures = games === null ? FIGURES : GAME_FIGURES;
  const condition = games === null ? 'true' : games.condition(byHour ? 2 : 3);
  const rows = await database.query<StepRow[]>(sumFigures(table, byHour ? HOURS : DAYS, figures, condition), [
    span.from,
    span.to,
    ...(byHour ? [] : [range.timeZone]),
    ...(games?.values ?? []),
  ]);
  return byHour ? { days: [], hours: hoursOf(span, rows) } : { days: daysOf(range.from, range.to, rows) };
}

async function countsByPart(database: EntityManager, span: Span): Promise<Map<Measure, Map<string, number>>> {
  const { condition, values } = talliedIn(span, RANGE_MEASURES);
  const rows = await database.query<{ measure: Measure; part: string; n: string }[]>(countParts(condition), values);
  return new Map(
    [...Map.groupBy(rows, ({ measure }) => measure)].map(([measure, parts]) => [
      measure,
      new Map(parts.map(({ part, n }) => [part, Number(n)])),
    ]),
  );
}

async function lastCounted(database: EntityManager): Promise<number | null> {
  const [row] = await database.query<{ at: string }[]>(SELECT_LAST_COUNTED);
  return row === undefined ? null : Number(row.at);
}
