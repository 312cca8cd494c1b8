import { analytics, errorLogs, type ErrorReport, reportErrors } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningTelemetry, runTelemetry } from '../testing/running-telemetry.js';
import { keepErrors } from './keep-errors.js';

const report = (over: Partial<ErrorReport> = {}): ErrorReport => ({
  ...{ message: 'x is not a function', name: 'TypeError', stack: 'TypeError: x\n at draw (http://h/a.js:1:2)' },
  ...{ source: 'error', additionalInfo: '', agoMs: 0, count: 1, viewportWidth: 390, viewportHeight: 844 },
  ...{ url: 'https://play.example/game/1?reset=secret#t', referrer: 'https://other.example/?q=1' },
  ...over,
});

describeWith('postgres', 'Error logs', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  const day = new Date().toISOString().slice(0, 10);
  const groups = async () =>
    (await telemetry.bus.call(analytics, { from: day, to: day, timeZone: 'UTC' }, { timeoutMs: 5_000 })).errors;
  const send = (errors: ErrorReport[], userId: string | null = null) =>
    telemetry.bus.call(
      reportErrors,
      { userId: userId === null ? null : UserId.parse(userId), userAgent: 'Browser/1', errors },
      { timeoutMs: 10_000 },
    );

  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  it('keep every field but what an address may hide', async () => {
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
    expect(Math.abs((logs[0]?.timestamp ?? 0) - (before - 60_000))).toBeLessThan(5_000);
  });

  it('are groups with how often and whom they met', async () => {
    await send([report({ count: 41 }), report()], 'bob');
    await send([report()]);
    expect(await groups()).toMatchObject([{ name: 'TypeError', count: 44, users: 2 }]);
  });

  it('of a page that reports 10,000 a second are all counted, and a hundred of them kept', async () => {
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

  it('of a page that makes up messages are a thousand groups a day at the most', async () => {
    const word = (i: number) => i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    const errors = Array.from({ length: 1_200 }, (_, i) => report({ message: `made ${word(i)} up` }));
    const given = { userId: null, userAgent: '', errors };
    await keepErrors(telemetry.database, [{ given, at: Date.now() }]);
    const [{ groups: all }] = await telemetry.database.query('select count(*)::int as groups from error_group');
    expect(all).toBe(1_001);
    expect((await groups()).find(({ fingerprint }) => fingerprint === 'other')?.count).toBe(202);
  });
});
