import type { ErrorLog, ErrorReport, reportErrors, RequestOf } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { type Activity, recordActivity } from '../sessions/activity.js';
import { type Columns, insertRows } from '../tally/insert-rows.js';
import { onlyNew } from '../tally/report-ids.js';
import { Tally } from '../tally/tally.js';
import { fingerprintOf } from './fingerprint.js';
import {
  COUNT_KEPT,
  COUNT_NEW_GROUPS,
  LOCK_ERRORS,
  SELECT_KNOWN_GROUPS,
  SELECT_LATEST,
  SELECT_SESSION_USERS,
  WIDEN_GROUP,
  WIDEN_USER,
} from './errors.sql.js';

export interface StoredReport {
  readonly given: RequestOf<typeof reportErrors>;
  readonly at: number;
}

interface Occurrence extends ErrorReport {
  readonly fingerprint: string;
  readonly userId: string | null;
  readonly userAgent: string;
  readonly at: number;
}

/** Of one group; more are only counted. */
const LOGS_PER_HOUR = 100;
/** New groups; more errors go into one group `other`. */
const GROUPS_PER_DAY = 1_000;
const OTHER = { fingerprint: 'other', name: 'Other', message: 'Too many different errors within a day' };

/** Counts all errors, and stores groups and logs within their bounds, in one transaction. Returns the number of new errors. */
export async function keepErrors(database: DataSource, reports: readonly StoredReport[]): Promise<number> {
  return database.transaction(async (manager) => {
    // Serialized, for the bounds.
    await manager.query(LOCK_ERRORS);
    const fresh = await onlyNew(
      manager,
      reports.map((report) => ({ ...report, reportId: report.given.reportId })),
    );
    const occurrences = occurrencesOf(fresh, await usersOf(fresh, manager));
    if (occurrences.length === 0) return 0;
    const admitted = await intoGroups(occurrences, manager);
    const tally = new Tally();
    await recordActivity(manager, tally, fresh.flatMap(activityOf));
    for (const { at, fingerprint, count } of admitted) tally.add(at, 'errors', fingerprint, count);
    await keepUsers(admitted, manager);
    await keepLogs(admitted, manager);
    await tally.write(manager);
    return occurrences.reduce((sum, { count }) => sum + count, 0);
  });
}

const activityOf = ({ given: { sessionId }, at }: StoredReport): Activity[] =>
  sessionId === null ? [] : [{ sessionId, at: new Date(at), kind: 'seen' }];

async function usersOf(reports: readonly StoredReport[], manager: EntityManager): Promise<ReadonlyMap<string, string>> {
  const sessionIds = reports.flatMap(({ given }) => (given.userId === null ? (given.sessionId ?? []) : []));
  if (sessionIds.length === 0) return new Map();
  const sessions = await manager.query<{ sessionId: string; userId: string }[]>(SELECT_SESSION_USERS, [sessionIds]);
  return new Map(sessions.map(({ sessionId, userId }) => [sessionId, userId]));
}

const occurrencesOf = (reports: readonly StoredReport[], users: ReadonlyMap<string, string>): Occurrence[] =>
  reports.flatMap(({ given, at }) =>
    given.errors.map(storable).map((error) => ({
      ...error,
      url: withoutQuery(error.url),
      referrer: withoutQuery(error.referrer),
      fingerprint: fingerprintOf(error),
      userId: given.userId ?? users.get(given.sessionId ?? '') ?? null,
      userAgent: given.userAgent,
      at: at - error.agoMs,
    })),
  );

/** Postgres stores no NUL: one would lose the whole batch. */
const storable = (error: ErrorReport): ErrorReport => ({
  ...error,
  message: withoutNul(error.message),
  name: withoutNul(error.name),
  stack: withoutNul(error.stack),
  additionalInfo: withoutNul(error.additionalInfo),
  url: withoutNul(error.url),
  referrer: withoutNul(error.referrer),
});
const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** Queries may contain secrets: links from mails, codes of a sign-in. */
const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

interface Group {
  readonly fingerprint: string;
  readonly all: readonly Occurrence[];
  readonly first: Occurrence;
}

const GROUP: Columns<Group> = {
  fingerprint: ['text', ({ fingerprint }) => fingerprint],
  name: ['text', ({ first }) => first.name],
  message: ['text', ({ first }) => first.message],
  source: ['text', ({ first }) => first.source],
  first_at: ['timestamptz', ({ all }) => new Date(Math.min(...all.map(({ at }) => at)))],
  last_at: ['timestamptz', ({ all }) => new Date(Math.max(...all.map(({ at }) => at)))],
};
const USER: Columns<Occurrence> = {
  fingerprint: ['text', ({ fingerprint }) => fingerprint],
  user_id: ['text', ({ userId }) => userId],
  first_at: ['timestamptz', ({ at }) => new Date(at)],
  last_at: ['timestamptz', ({ at }) => new Date(at)],
};
const LOG: Columns<Occurrence> = {
  fingerprint: ['text', ({ fingerprint }) => fingerprint],
  message: ['text', ({ message }) => message],
  name: ['text', ({ name }) => name],
  stack: ['text', ({ stack }) => stack],
  source: ['text', ({ source }) => source],
  additional_info: ['text', ({ additionalInfo }) => additionalInfo],
  timestamp: ['timestamptz', ({ at }) => new Date(at)],
  user_id: ['text', ({ userId }) => userId],
  user_agent: ['text', ({ userAgent }) => userAgent],
  url: ['text', ({ url }) => url],
  referrer: ['text', ({ referrer }) => referrer],
  viewport_width: ['int', ({ viewportWidth }) => viewportWidth],
  viewport_height: ['int', ({ viewportHeight }) => viewportHeight],
};

async function intoGroups(occurrences: readonly Occurrence[], manager: EntityManager): Promise<readonly Occurrence[]> {
  const existing = await manager.query<{ fingerprint: string }[]>(SELECT_KNOWN_GROUPS, [
    occurrences.map(({ fingerprint }) => fingerprint),
  ]);
  const [{ today } = { today: 0 }] = await manager.query<{ today: number }[]>(COUNT_NEW_GROUPS);
  const taken = new Set(existing.map(({ fingerprint }) => fingerprint));
  let room = GROUPS_PER_DAY - today;
  const admitted = occurrences.map((each) => {
    if (taken.has(each.fingerprint)) return each;
    if (room-- <= 0) return { ...each, ...OTHER };
    taken.add(each.fingerprint);
    return each;
  });
  const groups = [...Map.groupBy(admitted, ({ fingerprint }) => fingerprint)].map(([fingerprint, all]) => ({
    fingerprint,
    all,
    first: all[0] as Occurrence,
  }));
  await insertRows(manager, 'error_group', GROUP, groups, WIDEN_GROUP);
  return admitted;
}

async function keepUsers(occurrences: readonly Occurrence[], manager: EntityManager): Promise<void> {
  const met = new Map<string, Occurrence>();
  for (const each of occurrences) if (each.userId !== null) met.set(`${each.fingerprint} ${each.userId}`, each);
  await insertRows(manager, 'error_user', USER, [...met.values()], WIDEN_USER);
}

async function keepLogs(occurrences: readonly Occurrence[], manager: EntityManager): Promise<void> {
  const counted = await manager.query<{ fingerprint: string; kept: number }[]>(COUNT_KEPT, [
    occurrences.map(({ fingerprint }) => fingerprint),
  ]);
  const counts = new Map(counted.map((row) => [row.fingerprint, row.kept]));
  const logs = occurrences.filter(({ fingerprint }) => {
    const before = counts.get(fingerprint) ?? 0;
    counts.set(fingerprint, before + 1);
    return before < LOGS_PER_HOUR;
  });
  await insertRows(manager, 'error_log', LOG, logs);
}

const SHOWN = 20;

export async function logsOf(database: DataSource, fingerprint: string): Promise<ErrorLog[]> {
  const rows = await database.query<(Omit<ErrorLog, 'timestamp'> & { timestamp: Date })[]>(SELECT_LATEST, [
    fingerprint,
    SHOWN,
  ]);
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.getTime() }));
}
