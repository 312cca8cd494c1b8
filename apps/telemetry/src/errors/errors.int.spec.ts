import { randomBytes } from 'node:crypto';
import { analytics, beatSession, errorLogs, type ErrorReport, reportErrors } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningTelemetry, runTelemetry } from '../testing/running-telemetry.js';
import { keepErrors } from './store-errors.js';

const report = (over: Partial<ErrorReport> = {}): ErrorReport => ({
  ...{ message: 'x is not a function', name: 'TypeError', stack: 'TypeError: x\n at draw (http://h/a.js:1:2)' },
  ...{ source: 'error', additionalInfo: '', agoMs: 0, count: 1, viewportWidth: 390, viewportHeight: 844 },
  ...{ url: 'https://play.example/game/1?reset=secret#t', referrer: 'https://other.example/?q=1' },
  ...over,
});

describeWith('postgres', 'error logs', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  /** From the day before, as a report of the first minute after midnight may be of an error before it. */
  const from = day(Date.now() - 86_400_000);
  const groups = async () =>
    (await telemetry.bus.call(analytics, { from, to: day(Date.now()), timeZone: 'UTC' })).errors;
  const send = (errors: ErrorReport[], userId: string | null = null, from: object = {}) =>
    telemetry.bus.call(reportErrors, {
      ...from,
      userId: userId === null ? null : UserId.parse(userId),
      userAgent: 'Browser/1',
      errors,
    });

  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  it('stores every field, and addresses without their query', async () => {
    const before = Date.now();
    await send([report({ agoMs: 60_000, additionalInfo: '{"at":"<Desk>"}' })], 'ann');
    const [group] = await groups();
    const { logs } = await telemetry.bus.call(errorLogs, { fingerprint: group?.fingerprint ?? '' });
    expect(logs).toEqual([
      {
        ...{ id: expect.any(String), message: 'x is not a function', name: 'TypeError', source: 'error' },
        ...{ stack: expect.stringContaining('draw'), additionalInfo: '{"at":"<Desk>"}', userId: 'ann' },
        ...{ userAgent: 'Browser/1', url: 'https://play.example/game/1', referrer: 'https://other.example/' },
        ...{ viewportWidth: 390, viewportHeight: 844, timestamp: expect.any(Number) },
      },
    ]);
    expect(logs[0]?.timestamp).toBeGreaterThanOrEqual(before - 60_000);
    expect(logs[0]?.timestamp).toBeLessThanOrEqual(Date.now() - 60_000);
  });

  it('stores NUL as a replacement character', async () => {
    const nul = 'a\0b';
    const texts = { message: nul, name: 'Nul\0', stack: nul, additionalInfo: nul, url: nul, referrer: nul };
    await Promise.all([send([report(texts)]), send([report({ name: 'Beside' })])]);
    const remaining = await groups();
    expect(remaining.map(({ name }) => name)).toEqual(expect.arrayContaining(['Nul\uFFFD', 'Beside']));
    await telemetry.database.query(`delete from error_group where name in ('Nul\uFFFD', 'Beside')`);
  });

  it('groups equal errors, and counts them and their users', async () => {
    const again = { message: 'met by two people' };
    await send([report({ ...again, count: 41 }), report(again)], 'bob');
    await send([report(again)], 'eva');
    await send([report(again)]);
    expect(await groups()).toContainEqual(expect.objectContaining({ ...again, count: 44, users: 2 }));
  });

  it('counts a repeated report once, also when it is sent concurrently', async () => {
    const reportId = randomBytes(16).toString('hex');
    const errors = [report({ message: 'sent again', count: 7 }), report({ message: 'sent again too' })];
    await Promise.all(Array.from({ length: 20 }, () => send(errors, 'dee', { reportId })));
    await send(errors, 'dee', { reportId });
    await send([report({ message: 'sent again' })], 'dee', { reportId: randomBytes(16).toString('hex') });
    const counts = new Map((await groups()).map(({ message, count }) => [message, count]));
    expect([counts.get('sent again'), counts.get('sent again too')]).toEqual([8, 1]);
    const [{ logs }] = await telemetry.database.query(
      `select count(*)::int as logs from error_log where message = 'sent again'`,
    );
    expect(logs).toBe(2);
  });

  it('counts a failed report that is sent again', async () => {
    const reportId = randomBytes(16).toString('hex');
    await telemetry.database.query('alter table error_log rename to error_log_away');
    await expect(send([report({ message: 'kept later' })], null, { reportId })).rejects.toThrow();
    await telemetry.database.query('alter table error_log_away rename to error_log');
    await send([report({ message: 'kept later' })], null, { reportId });
    expect((await groups()).find(({ message }) => message === 'kept later')?.count).toBe(1);
  });

  it('assigns a beacon without a token to the user of its session', async () => {
    const sessionId = randomBytes(16).toString('hex');
    const session = { sessionId, userId: UserId.parse('eva'), userName: 'Eva', userType: 'guest' as const };
    await telemetry.bus.call(beatSession, { ...session, userAgent: '', language: 'en' });
    await send([report({ message: 'on the way out' })], null, { sessionId });
    await send([report({ message: 'of nobody' })], null, { sessionId: '0'.repeat(32) });
    const met = (await groups()).map(({ message, users }) => [message, users]);
    expect(met).toContainEqual(['on the way out', 1]);
    expect(met).toContainEqual(['of nobody', 0]);
  });

  it('counts all 10,000 errors that a page reports in a second, and stores a hundred', async () => {
    const flood = Array.from({ length: 1_000 }, () =>
      send(Array.from({ length: 10 }, () => report({ message: 'flood' }))),
    );
    await Promise.all(flood);
    const group = (await groups()).find(({ message }) => message === 'flood');
    expect(group?.count).toBe(10_000);
    const [{ kept }] = await telemetry.database.query(
      `select count(*)::int as kept from error_log where message = 'flood'`,
    );
    expect(kept).toBe(100);
  });

  it('fills at most a thousand groups a day with the random messages of a page', async () => {
    const before = (await groups()).length;
    const word = (i: number) => i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    const errors = Array.from({ length: 1_200 }, (_, i) => report({ message: `made ${word(i)} up` }));
    const given = { reportId: null, sessionId: null, userId: null, userAgent: '', errors };
    await keepErrors(telemetry.database, [{ given, at: Date.now() }]);
    const [{ groups: all }] = await telemetry.database.query('select count(*)::int as groups from error_group');
    expect(all).toBe(1_001);
    expect((await groups()).find(({ fingerprint }) => fingerprint === 'other')?.count).toBe(1_200 - (1_000 - before));
  });
});
