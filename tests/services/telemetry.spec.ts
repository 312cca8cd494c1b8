import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connect } from '@nats-io/transport-node';
import { createHttp, watchOperations } from '@earworm/client';
import { gameLog, type OperationsFrame } from '@earworm/contracts';
import { natsServers } from '@earworm/service-kit/bus';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { Services } from '../harness/services.js';
import { signInGuest } from '../load/guests.js';
import { LoadSession } from '../load/session.js';
import { socketUrl } from '../load/sockets.js';
import { expressions, selectorsIn } from '../tools/monitoring/expressions.js';
import { describeWithNats } from './support/describe-with-nats.js';
import { metricsOf } from './support/metrics.js';
import { behind, bothFacts, countedFacts } from './support/facts.js';
import { ERRORS_PER_REPORT, flood, report, sendReport, sendTelemetry } from './support/reports.js';

/** More questions than are asked: a game that has run out of questions cannot go on. */
const SHAPE = { games: 3, players: 4, rate: 20, seconds: 300, warmUp: 0 };
/** Errors of one page. */
const FLOOD = { perSecond: 10_000, seconds: 3 };

describeWithNats('telemetry as a separate process', (nats) => {
  let services: Services;
  let session: LoadSession;
  const adminUrl = () => services.database.adminUrl;
  const url = () => services.urls[0] ?? '';
  const accepted = () => session.tally.acknowledged.length;
  const goesOn = async () => {
    const before = accepted();
    await eventually(() => expect(accepted()).toBeGreaterThan(before + 20));
    expect(session.tally.stuck).toEqual([]);
  };
  /** The figures are what the log says. */
  const allIsCounted = async () => {
    await eventually(async () => expect(await behind(adminUrl())).toBe(0));
    const { counted, logged } = await bothFacts(adminUrl());
    expect(counted).toEqual(logged);
    expect(counted['presses']).toBeGreaterThan(20);
  };

  /**
   * Resolves when telemetry has asked for the log after everything that is committed now: it and the library each ask
   * again once they are answered, so that of so many requests some are telemetry's.
   */
  const telemetryReadsTheLog = async () => {
    const connection = await connect({ ...natsServers(services.busUrl), name: 'observer' });
    let requests = 0;
    connection.subscribe(gameLog.subject, { callback: () => void requests++ });
    await eventually(() => expect(requests).toBeGreaterThan(8));
    await connection.close();
  };

  beforeAll(async () => {
    // Nothing listens there: MinIO is down all the time.
    const keys = { MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' };
    const env = { MINIO_ENDPOINT: 'http://127.0.0.1:9', ...keys, ...ADMIN_ENV };
    services = await Services.start({ nats, everything: true, env });
    session = new LoadSession(services.urls, SHAPE);
    session.tally.measureFrom = 0;
    await session.open();
    session.play(5);
  });
  beforeEach(() => goesOn());
  afterAll(async () => {
    await session?.finish();
    session?.close();
    await services?.close();
  });

  it('every metric, label and value that dashboards and alerts ask for is in the metrics of a played game', async () => {
    await services.of('telemetry').kill();
    // So that a call without an answer is counted.
    expect(await sendTelemetry(url(), 'session/end', { sessionId: '0'.repeat(32) })).toBe(503);
    await services.of('telemetry').start();
    await goesOn();
    const found = await metricsOf([...services.healthUrls.values()]);
    const missing = expressions().flatMap(({ where, expr }) =>
      selectorsIn(expr).flatMap((selector) => found.lacks(selector).map((what) => `${where}: ${what}`)),
    );
    expect(missing).toEqual([]);
  });

  it('services that can do without MinIO report it and stay ready while it is down', async () => {
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
    expect(await of('library')).toEqual([
      200,
      true,
      true,
      ['bus true', 'database true', 'objects false', 'objects space false'],
    ]);
    expect(await of('telemetry')).toEqual([200, true, false, ['bus true', 'database true']]);
    expect(await of('rate-limit')).toEqual([200, true, false, ['bus true']]);
    expect(await of('gateway-1')).toEqual([200, true, false, ['bus true', 'identity true', 'realms true']]);
  });

  it('counts each fact once, however often it is killed while it counts', async () => {
    for (let kill = 0; kill < 3; kill++) {
      await services.of('telemetry').kill();
      await goesOn();
      const counted = (await countedFacts(adminUrl()))['presses'] ?? 0;
      await services.of('telemetry').start();
      // While it catches up; the next kill comes as soon as it has counted something.
      await eventually(async () => expect((await countedFacts(adminUrl()))['presses']).toBeGreaterThan(counted));
    }
    await goesOn();
    await allIsCounted();
  });

  it('counts a game whose event was committed after later events', async () => {
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
      await telemetryReadsTheLog();
      expect((await countedFacts(adminUrl()))['created']).toBe(before['created']);
      await client.query('commit');
    });
    await eventually(async () =>
      expect((await countedFacts(adminUrl()))['created']).toBe((before['created'] ?? 0) + 1),
    );
  });

  it('dates a report by the server’s clock and rejects one from a browser whose clock is a year off', async () => {
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
  });

  it('attributes a beacon without a token to the user of its session', async () => {
    const guest = await signInGuest(url());
    const sessionId = randomUUID().replaceAll('-', '');
    expect(await sendTelemetry(url(), 'session', { sessionId, language: 'en' }, await guest.token())).toBe(200);
    expect(await sendTelemetry(url(), 'session/end', { sessionId })).toBe(200);
    const parting = { reportId: randomUUID().replaceAll('-', ''), sessionId, errors: [report('parting', 3)] };
    // A phone that lost the answer sends it again.
    for (let i = 0; i < 3; i++) expect(await sendTelemetry(url(), 'errors', parting)).toBe(200);
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
  });

  it('accepts other reports and lets games go on while one page reports 10,000 errors a second', async () => {
    const [mad, calm] = await Promise.all([signInGuest(url()), signInGuest(url())]);
    let sendCalm: (value: Promise<number>) => void = () => undefined;
    const calmStatus = new Promise<number>((resolve) => (sendCalm = resolve));
    const flooding = flood(url(), await mad.token(), FLOOD, async () =>
      sendCalm(sendReport(url(), await calm.token(), [report('calm')])),
    );
    expect(await calmStatus).toBe(200);
    await goesOn();
    const { taken, refused, failed } = await flooding;
    expect(failed).toBe(0);
    expect(taken).toBeGreaterThan(0);
    // The gateway refuses most of it by a look into a map.
    expect(refused).toBeGreaterThan(taken);
    const { rows } = await withClient(adminUrl(), (client) =>
      client.query<{ errors: number }>(
        `select sum(n)::int as errors from telemetry.tally join telemetry.error_group on part = fingerprint
          where measure = 'errors' and message like 'mad %'`,
      ),
    );
    expect(rows).toEqual([{ errors: taken * ERRORS_PER_REPORT }]);
  });

  it('live operations replaces a restarted instance, and names Postgres or NATS while it is down', async () => {
    const { access_token: token } = await createHttp({ baseUrl: url() }).call('signIn', { body: FIRST_ADMIN });
    let frame: OperationsFrame | null = null;
    const watching = watchOperations({
      url: socketUrl(url()),
      token: () => Promise.resolve(token),
      onFrame: (next) => (frame = next),
      onStatus: () => undefined,
    });
    const instances = () => frame?.services.filter(({ service }) => service === 'telemetry') ?? [];
    try {
      await eventually(() => expect(instances().map(({ heardAgoMs }) => heardAgoMs !== null)).toEqual([true]));
      const [dead] = instances();
      await services.of('telemetry').kill();
      await services.of('telemetry').start();
      await eventually(() => {
        expect(instances()).toHaveLength(1);
        expect(instances()[0]?.instance).not.toBe(dead?.instance);
      });
      await eventually(() => expect(frame).toMatchObject({ down: [], players: SHAPE.games * SHAPE.players }));
      await services.database.stop();
      await eventually(() => expect(frame).toMatchObject({ down: ['database'] }));
      await services.database.start();
      await eventually(() => expect(frame).toMatchObject({ down: [], gamesKnown: true }));
      await services.nats?.kill();
      await eventually(() => expect(frame).toMatchObject({ down: ['bus'], gamesKnown: false }));
      await services.nats?.start();
      await eventually(() => expect(frame).toMatchObject({ down: [], gamesKnown: true }));
    } finally {
      watching.close();
    }
    await goesOn();
  });

  it('refuses reports while Postgres is down, so that browsers keep them, and catches up afterwards', async () => {
    const { token } = await signInGuest(url());
    await services.database.stop();
    expect(await sendReport(url(), await token(), [report('kept')])).toBe(503);
    await services.database.start();
    await eventually(async () => expect(await sendReport(url(), await token(), [report('kept')])).toBe(200));
    await goesOn();
    await allIsCounted();
    expect(services.of('telemetry').crashes).toBe(0);
  });
});
