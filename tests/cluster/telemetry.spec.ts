import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@earworm/service-kit/postgres';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { signInGuest } from '../load/guests.js';
import { LoadSession } from '../load/session.js';
import { behind, bothFacts, countedFacts, settled } from './facts.js';
import { ERRORS_PER_REPORT, flood, report, sendReport, tell } from './reports.js';

/** Longer than all of this takes: a game that has run out of questions goes on no more. */
const SHAPE = { games: 4, players: 4, rate: 40, seconds: 300, warmUp: 0 };
/** Errors of one page. */
const FLOOD = { perSecond: 10_000, seconds: 3 };
const nats = await findNats({ ...process.env, NATS_URL: undefined });
const describeHere = nats === null ? describe.skip : describe;
if (nats === null) process.stderr.write(`\nMISSING: NATS: telemetry in a process of its own. ${NO_NATS}\n`);

describeHere('Telemetry as a process of its own', () => {
  let services: Services;
  let session: LoadSession;
  const adminUrl = () => services.database.adminUrl;
  const url = () => services.urls[0] ?? '';
  const accepted = () => session.tally.acknowledged.length;
  const goesOn = async () => {
    const before = accepted();
    await settled(() => Promise.resolve(accepted() > before + 20));
    expect(session.tally.stuck).toEqual([]);
  };
  /** What is counted is what the log says, fact for fact. */
  const allIsCounted = async () => {
    await settled(async () => (await behind(adminUrl())) === 0);
    const { counted, logged } = await bothFacts(adminUrl());
    expect(counted).toEqual(logged);
    expect(counted['presses']).toBeGreaterThan(20);
  };

  beforeAll(async () => {
    if (nats === null) return;
    // Nobody listens there: MinIO is away all the time.
    const env = { MINIO_ENDPOINT: 'http://127.0.0.1:9' };
    services = await Services.start({ nats, gateways: 1, gameReplicas: 1, everything: true, env });
    session = new LoadSession(services.urls, SHAPE);
    session.tally.measureFrom = 0;
    await session.open();
    session.play(5);
    await goesOn();
  }, 120_000);
  afterAll(async () => {
    await session?.finish();
    session?.close();
    await services?.close();
  }, 60_000);

  it('shows every dependency, and what does without MinIO stays ready while it is away', async () => {
    const of = async (name: string) => {
      const answer = await fetch(`${services.healthUrls.get(name)}/health/ready`);
      const { ready, degraded, checks } = (await answer.json()) as {
        ready: boolean;
        degraded: boolean;
        checks: { name: string; ok: boolean }[];
      };
      return [answer.status, ready, degraded, checks.map(({ name, ok }) => `${name} ${ok}`).sort()];
    };
    expect(await of('feedback')).toEqual([200, true, true, ['bus true', 'database true', 'objects false']]);
    expect(await of('library')).toEqual([200, true, true, ['bus true', 'database true', 'objects false']]);
    expect(await of('telemetry')).toEqual([200, true, false, ['bus true', 'database true']]);
    expect(await of('rate-limit')).toEqual([200, true, false, ['bus true']]);
    expect(await of('gateway-1')).toEqual([200, true, false, ['bus true', 'identity true']]);
  }, 60_000);

  it('counts each fact once, however often it is killed while it counts', async () => {
    for (let kill = 0; kill < 4; kill++) {
      await services.of('telemetry').kill();
      await goesOn();
      await services.of('telemetry').start();
      // In the middle of catching up, at another moment each time.
      await pause(70 * kill);
    }
    await goesOn();
    await allIsCounted();
  }, 120_000);

  it('misses nothing that was committed later than what came after it', async () => {
    const before = await countedFacts(adminUrl());
    await withClient(adminUrl(), async (client) => {
      await client.query('begin');
      await client.query(
        `insert into game.event (game_id, version, event, at, epoch)
          select $2, 1, jsonb_set(event::jsonb, '{gameId}', to_jsonb($2::text))::json, at, epoch
            from game.event where game_id = $1 and version = 1`,
        [session.games[0]?.gameId, randomUUID()],
      );
      await goesOn();
      await pause(1_000);
      expect((await countedFacts(adminUrl()))['created']).toBe(before['created']);
      await client.query('commit');
    });
    await settled(async () => (await countedFacts(adminUrl()))['created'] === (before['created'] ?? 0) + 1);
    expect((await countedFacts(adminUrl()))['created']).toBe((before['created'] ?? 0) + 1);
  }, 60_000);

  it('takes the time of a report from its own clock, never from a browser that is a year off', async () => {
    const { token } = await signInGuest(url());
    const year = { ...report('a year ago'), agoMs: 365 * 86_400_000 };
    expect(await sendReport(url(), await token(), [year])).toBe(400);
    const dated = { ...report('dated'), timestamp: '2025-11-21T00:00:00Z' };
    expect(await sendReport(url(), await token(), [dated])).toBe(400);
    expect(await sendReport(url(), await token(), [report('now')])).toBe(200);
    const { rows } = await withClient(adminUrl(), (client) =>
      client.query<{ age: number }>(
        `select abs(extract(epoch from now() - timestamp))::float8 as age from telemetry.error_log where message = 'now'`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.age).toBeLessThan(60);
  }, 60_000);

  it('knows whose session a beacon ends, and whose errors it tells, without a token', async () => {
    const guest = await signInGuest(url());
    const sessionId = randomUUID().replaceAll('-', '');
    expect(await tell(url(), 'session', { sessionId, language: 'en' }, await guest.token())).toBe(200);
    expect(await tell(url(), 'session/end', { sessionId })).toBe(200);
    const parting = { reportId: randomUUID().replaceAll('-', ''), sessionId, errors: [report('parting', 3)] };
    // A phone that lost the answer tells it again.
    for (let i = 0; i < 3; i++) expect(await tell(url(), 'errors', parting)).toBe(200);
    const { rows } = await withClient(adminUrl(), (client) =>
      client.query<{ user_id: string; ended: boolean; errors: number; of: string }>(
        `select user_id, end_time is not null as ended,
            (select sum(n)::int from telemetry.tally join telemetry.error_group on part = fingerprint
              where measure = 'errors' and message = 'parting') as errors,
            (select max(user_id) from telemetry.error_log where message = 'parting') as of
          from telemetry.user_session where session_id = $1`,
        [sessionId],
      ),
    );
    expect(rows).toEqual([{ user_id: guest.userId, ended: true, errors: 3, of: guest.userId }]);
  }, 60_000);

  it('takes another’s report, and lets games go on, while a page reports 10,000 errors a second; counts what it took', async () => {
    const [mad, calm] = await Promise.all([signInGuest(url()), signInGuest(url())]);
    let isOver = false;
    const flooding = flood(url(), await mad.token(), FLOOD).finally(() => (isOver = true));
    await pause(1_000);
    expect(await sendReport(url(), await calm.token(), [report('calm')])).toBe(200);
    // It does not wait for what came before and is still being refused.
    expect(isOver).toBe(false);
    await goesOn();
    const { taken, refused, failed } = await flooding;
    console.info(`${FLOOD.perSecond} errors a second: ${taken} reports taken, ${refused} refused`);
    expect(failed).toBe(0);
    expect(taken).toBeGreaterThan(0);
    // Most of it costs a look into a map at the door.
    expect(refused).toBeGreaterThan(taken);
    const { rows } = await withClient(adminUrl(), (client) =>
      client.query<{ errors: number }>(
        `select sum(n)::int as errors from telemetry.tally join telemetry.error_group on part = fingerprint
          where measure = 'errors' and message like 'mad %'`,
      ),
    );
    expect(rows).toEqual([{ errors: taken * ERRORS_PER_REPORT }]);
  }, 60_000);

  it('refuses reports while Postgres is away, so that browsers keep them, and follows on afterwards', async () => {
    const { token } = await signInGuest(url());
    await services.database.stop();
    expect(await sendReport(url(), await token(), [report('kept')])).toBe(503);
    await services.database.start();
    await settled(async () => (await sendReport(url(), await token(), [report('kept')])) === 200);
    await goesOn();
    await allIsCounted();
    expect(services.of('telemetry').crashes).toBe(0);
  }, 120_000);
});
