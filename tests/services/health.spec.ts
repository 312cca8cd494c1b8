import { checkLimit, VITALS_SUBJECT, VITALS_WANTED, Vitals } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Services } from '../harness/services.js';
import { TcpLine } from '../harness/tcp-line.js';
import { Collector } from './support/collector.js';
import { describeWithNats, redisUrl } from './support/describe-with-nats.js';

const PROCESSES = ['gateway-1', 'game-1', 'identity', 'library', 'rate-limit', 'telemetry', 'feedback', 'shows'];

interface Readiness {
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly optional?: boolean }[];
}

describeWithNats('health of the services', (nats) => {
  let services: Services;
  let collector: Collector;
  let toCollector: TcpLine;
  let toRedis: TcpLine | null = null;

  beforeAll(async () => {
    collector = await Collector.start();
    toCollector = await TcpLine.to(Number(new URL(collector.url).port));
    if (redisUrl !== undefined) toRedis = await TcpLine.to(Number(new URL(redisUrl).port));
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${toCollector.port}`,
      ...(toRedis ? { REDIS_URL: `redis://127.0.0.1:${toRedis.port}` } : {}),
    };
    services = await Services.start({ nats, everything: true, env });
  });
  afterEach(async () => {
    toCollector.mend();
    toRedis?.mend();
    if (services.nats?.isRunning === false) await services.nats.start();
    await eventually(async () => expect(await statuses('/health/ready')).toEqual(allAre(200)));
  });
  afterAll(async () => {
    await services?.close();
    toCollector?.close();
    toRedis?.close();
    collector?.close();
  });

  const get = (name: string, path: string) => fetch(`${services.healthUrls.get(name)}${path}`);
  const statuses = (path: string) => Promise.all(PROCESSES.map(async (name) => (await get(name, path)).status));
  const allAre = (status: number) => PROCESSES.map(() => status);
  const readiness = async (name: string) => {
    const response = await get(name, '/health/ready');
    return { status: response.status, ...((await response.json()) as Readiness) };
  };
  const checkOf = async (name: string, dependency: string) =>
    (await readiness(name)).checks.find((check) => check.name === dependency);

  it('every process has a health address', () => {
    expect([...services.healthUrls.keys()].toSorted()).toEqual(PROCESSES.toSorted());
  });

  it.each(PROCESSES)('%s is live and ready and reports its dependencies', async (name) => {
    expect(await (await get(name, '/health/live')).json()).toEqual({ live: true });
    const { status, checks } = await eventually(async () => {
      const found = await readiness(name);
      // A nearly full disk of this machine is reported, too.
      expect(found.checks.filter(({ name, ok }) => !ok && name !== 'disk space')).toEqual([]);
      return found;
    });
    expect(status).toBe(200);
    expect(checks.map((check) => check.name)).toContain('bus');
  });

  it.each(PROCESSES)('%s serves metrics under its own name only', async (name) => {
    const response = await get(name, '/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    const service = name.replace(/-\d$/, '');
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_seconds{service="${service}"} `, 'm'));
    const others = [...text.matchAll(/service="([^"]+)"/g)].filter(([, other]) => other !== service);
    expect(others).toEqual([]);
  });

  it('health and metrics are not served at the address that players open', async () => {
    for (const path of ['/metrics', '/health/ready'])
      expect((await fetch(`${services.urls[0]}${path}`)).status).toBe(404);
  });

  it('no process is ready while NATS is down, all stay live, and all become ready when it is back', async () => {
    await services.nats?.kill();
    await eventually(async () => expect(await statuses('/health/ready')).toEqual(allAre(503)));
    expect(await statuses('/health/live')).toEqual(allAre(200));
    await services.nats?.start();
    await eventually(async () => expect(await statuses('/health/ready')).toEqual(allAre(200)));
  });

  const withRedis = redisUrl === undefined ? it.skip : it;
  withRedis('without Redis the rate limiter reports it, stays ready and goes on counting', async () => {
    const bus = await services.connectBus();
    /** As the operations page gets it. */
    const vitalsOf = (service: string): Promise<Vitals> =>
      new Promise((resolve) => {
        const subscription = bus.subscribe(VITALS_SUBJECT, ({ data }) => {
          const vitals = Vitals.parse(JSON.parse(Buffer.from(data).toString()));
          if (vitals.service !== service) return;
          subscription.unsubscribe();
          resolve(vitals);
        });
        bus.publish(VITALS_WANTED, new Uint8Array());
      });
    await eventually(async () => expect(await checkOf('rate-limit', 'redis')).toMatchObject({ ok: true }));
    toRedis?.cut();
    await eventually(async () => expect(await checkOf('rate-limit', 'redis')).toMatchObject({ ok: false }));
    expect(await readiness('rate-limit')).toMatchObject({ status: 200, ready: true, degraded: true });
    const { checks } = await vitalsOf('rate-limit');
    expect(checks).toContainEqual({ name: 'redis', ok: false, optional: true, ms: expect.any(Number) });
    expect(checks).toContainEqual({ name: 'bus', ok: true, ms: expect.any(Number) });
    const who = { userId: 'ada', gameId: 'game', device: null, address: null };
    const join = { ...who, action: 'join_game', spend: true } as const;
    expect(await bus.call(checkLimit, join, { timeoutMs: 5_000 })).toMatchObject({ allowed: true });
    // No other process depends on it.
    for (const name of PROCESSES.filter((each) => each !== 'rate-limit')) {
      expect(await readiness(name)).toMatchObject({ status: 200, ready: true });
      expect(await checkOf(name, 'redis')).toBeUndefined();
    }
  });

  it('services report a lost collector of traces and remain ready', async () => {
    toCollector.cut();
    await eventually(async () => {
      await fetch(`${services.urls[0]}/api/about`);
      expect(await checkOf('gateway-1', 'collector')).toMatchObject({ ok: false, optional: true });
    });
    expect(await readiness('gateway-1')).toMatchObject({ status: 200, ready: true, degraded: true });
  });
});
