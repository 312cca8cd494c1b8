import { type ErrorReport, type reportErrors, type RequestOf } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { noteSigns, type Sign } from '../sessions/activity.js';
import { onlyNew } from '../tally/report-ids.js';
import { Tally } from '../tally/tally.js';
import { fingerprintOf } from './fingerprint.js';

export interface KeptReport {
  readonly given: RequestOf<typeof reportErrors>;
  /** When it came in, ms since the epoch. */
  readonly at: number;
}

interface Occurrence extends ErrorReport {
  readonly fingerprint: string;
  readonly userId: string | null;
  readonly userAgent: string;
  readonly at: number;
}

/** Logs of one group kept in full within an hour; more are only counted. */
const LOGS_PER_HOUR = 100;
/** New groups within a day; a page that makes up messages fills this one instead. */
const GROUPS_PER_DAY = 1_000;
const OTHER = { fingerprint: 'other', name: 'Other', message: 'Too many different errors within a day' };

/**
 * Keeps reports, all in one transaction: counts always, groups and full logs within their bounds. Resolves with how many
 * errors are new.
 */
export async function keepErrors(database: DataSource, reports: readonly KeptReport[]): Promise<number> {
  return database.transaction(async (manager) => {
    // One at a time: the bounds are looked up before they are filled.
    await manager.query(`select pg_advisory_xact_lock(hashtext('telemetry.errors'))`);
    const fresh = await onlyNew(
      manager,
      reports.map((report) => ({ ...report, reportId: report.given.reportId })),
    );
    const occurrences = occurrencesOf(fresh, await usersOf(fresh, manager));
    if (occurrences.length === 0) return 0;
    const admitted = await intoGroups(occurrences, manager);
    const tally = new Tally();
    await noteSigns(manager, tally, fresh.flatMap(signOf));
    for (const { at, fingerprint, count } of admitted) tally.add(at, 'errors', fingerprint, count);
    await keepUsers(admitted, manager);
    await keepLogs(admitted, manager);
    await tally.write(manager);
    return occurrences.reduce((sum, { count }) => sum + count, 0);
  });
}

/** A page that reports errors is there. */
const signOf = ({ given: { sessionId }, at }: KeptReport): Sign[] =>
  sessionId === null ? [] : [{ sessionId, at: new Date(at), kind: 'seen' }];

/** Whom sessions belong to, for reports that came without a token. */
async function usersOf(reports: readonly KeptReport[], manager: EntityManager): Promise<ReadonlyMap<string, string>> {
  const sessionIds = reports.flatMap(({ given }) => (given.userId === null ? (given.sessionId ?? []) : []));
  if (sessionIds.length === 0) return new Map();
  const sessions = await manager.query<{ sessionId: string; userId: string }[]>(
    'select session_id as "sessionId", user_id as "userId" from user_session where session_id = any($1)',
    [sessionIds],
  );
  return new Map(sessions.map(({ sessionId, userId }) => [sessionId, userId]));
}

const occurrencesOf = (reports: readonly KeptReport[], users: ReadonlyMap<string, string>): Occurrence[] =>
  reports.flatMap(({ given, at }) =>
    given.errors.map(asPostgresKeepsIt).map((error) => ({
      ...error,
      url: withoutQuery(error.url),
      referrer: withoutQuery(error.referrer),
      fingerprint: fingerprintOf(error),
      userId: given.userId ?? users.get(given.sessionId ?? '') ?? null,
      userAgent: given.userAgent,
      at: at - error.agoMs,
    })),
  );

/** Postgres keeps no NUL: one of a stranger's would lose the reports that are written with it. */
const asPostgresKeepsIt = (error: ErrorReport): ErrorReport => ({
  ...error,
  message: withoutNul(error.message),
  name: withoutNul(error.name),
  stack: withoutNul(error.stack),
  additionalInfo: withoutNul(error.additionalInfo),
  url: withoutNul(error.url),
  referrer: withoutNul(error.referrer),
});
const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** Addresses may carry secrets behind their question mark: links from mails, codes of a sign-in. */
const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

const date = (at: number) => new Date(at);

async function intoGroups(occurrences: readonly Occurrence[], manager: EntityManager): Promise<readonly Occurrence[]> {
  const known = await manager.query<{ fingerprint: string }[]>(
    'select fingerprint from error_group where fingerprint = any($1)',
    [occurrences.map(({ fingerprint }) => fingerprint)],
  );
  const [{ today } = { today: 0 }] = await manager.query<{ today: number }[]>(
    `select count(*)::int as today from error_group where first_at > now() - interval '1 day'`,
  );
  const taken = new Set(known.map(({ fingerprint }) => fingerprint));
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
  await manager.query(
    `insert into error_group (fingerprint, name, message, source, first_at, last_at)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
      on conflict (fingerprint) do update set last_at = greatest(error_group.last_at, excluded.last_at),
        first_at = least(error_group.first_at, excluded.first_at)`,
    [
      groups.map(({ fingerprint }) => fingerprint),
      groups.map(({ first }) => first.name),
      groups.map(({ first }) => first.message),
      groups.map(({ first }) => first.source),
      groups.map(({ all }) => date(Math.min(...all.map(({ at }) => at)))),
      groups.map(({ all }) => date(Math.max(...all.map(({ at }) => at)))),
    ],
  );
  return admitted;
}

async function keepUsers(occurrences: readonly Occurrence[], manager: EntityManager): Promise<void> {
  const met = new Map<string, Occurrence>();
  for (const each of occurrences) if (each.userId !== null) met.set(`${each.fingerprint} ${each.userId}`, each);
  const all = [...met.values()];
  await manager.query(
    `insert into error_user (fingerprint, user_id, first_at, last_at)
      select fingerprint, user_id, at, at from unnest($1::text[], $2::text[], $3::timestamptz[]) as met (fingerprint, user_id, at)
      on conflict (fingerprint, user_id) do update set last_at = greatest(error_user.last_at, excluded.last_at)`,
    [all.map((each) => each.fingerprint), all.map((each) => each.userId), all.map((each) => date(each.at))],
  );
}

async function keepLogs(occurrences: readonly Occurrence[], manager: EntityManager): Promise<void> {
  const counted = await manager.query<{ fingerprint: string; kept: number }[]>(
    `select fingerprint, count(*)::int as kept from error_log
      where fingerprint = any($1) and timestamp > now() - interval '1 hour' group by fingerprint`,
    [occurrences.map(({ fingerprint }) => fingerprint)],
  );
  const kept = new Map(counted.map((row) => [row.fingerprint, row.kept]));
  const logs = occurrences.filter(({ fingerprint }) => {
    const before = kept.get(fingerprint) ?? 0;
    kept.set(fingerprint, before + 1);
    return before < LOGS_PER_HOUR;
  });
  await manager.query(
    `insert into error_log (fingerprint, message, name, stack, source, additional_info, timestamp, user_id, user_agent,
        url, referrer, viewport_width, viewport_height)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::int[], $13::int[])`,
    [
      logs.map((each) => each.fingerprint),
      logs.map((each) => each.message),
      logs.map((each) => each.name),
      logs.map((each) => each.stack),
      logs.map((each) => each.source),
      logs.map((each) => each.additionalInfo),
      logs.map((each) => date(each.at)),
      logs.map((each) => each.userId),
      logs.map((each) => each.userAgent),
      logs.map((each) => each.url),
      logs.map((each) => each.referrer),
      logs.map((each) => each.viewportWidth),
      logs.map((each) => each.viewportHeight),
    ],
  );
}
