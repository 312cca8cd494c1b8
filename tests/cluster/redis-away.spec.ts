import { checkLimit, VITALS_SUBJECT, VITALS_WANTED, Vitals } from '@earworm/contracts';
import { type Bus, connectNatsBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { dockerVersion, startContainer, type TestServer } from '../harness/test-servers.js';

const nats = await findNats();
const canRun = nats !== null && (await dockerVersion()) !== undefined;
if (!canRun) console.warn(`not run: Redis cannot be taken away without a Docker engine, and: ${NO_NATS}`);

(canRun ? describe : describe.skip)('while Redis is stopped', () => {
  let redis: TestServer | undefined;
  let services: Services;
  let bus: Bus;

  beforeAll(async () => {
    if (nats === null) return;
    redis = await startContainer('redis');
    const env = { REDIS_URL: redis.url };
    services = await Services.start({ nats, gateways: 1, gameReplicas: 1, everything: true, env });
    bus = await connectNatsBus({ url: services.busUrl, log: createLog('spec', { level: 'silent' }) });
  }, 120_000);
  afterAll(async () => {
    await bus?.drain();
    await services?.close();
    await redis?.stop();
  }, 60_000);

  const readiness = async (name: string) => {
    const response = await fetch(`${services.healthUrls.get(name)}/health/ready`);
    const { ready, degraded, checks } = (await response.json()) as {
      ready: boolean;
      degraded: boolean;
      checks: { name: string; ok: boolean; optional?: boolean }[];
    };
    const redisCheck = checks.find((check) => check.name === 'redis');
    return { status: response.status, ready, degraded, redis: redisCheck && [redisCheck.ok, redisCheck.optional] };
  };
  /** As the page of operations is told. */
  const vitalsOf = (service: string): Promise<Vitals> =>
    new Promise((resolve) => {
      const listening = bus.subscribe(VITALS_SUBJECT, ({ data }) => {
        const vitals = Vitals.parse(JSON.parse(Buffer.from(data).toString()));
        if (vitals.service !== service) return;
        listening.unsubscribe();
        resolve(vitals);
      });
      bus.publish(VITALS_WANTED, new Uint8Array());
    });

  it('whoever counts on it says so, stays ready and goes on counting', async () => {
    await eventually(async () => expect(await readiness('rate-limit')).toMatchObject({ redis: [true, true] }));
    await redis?.stop();
    redis = undefined;
    await eventually(async () =>
      expect(await readiness('rate-limit')).toEqual({
        ...{ status: 200, ready: true, degraded: true, redis: [false, true] },
      }),
    );
    const told = await vitalsOf('rate-limit');
    expect(told.checks).toContainEqual({ name: 'redis', ok: false, optional: true, ms: expect.any(Number) });
    expect(told.checks).toContainEqual({ name: 'bus', ok: true, ms: expect.any(Number) });
    const asked = { userId: 'ada', gameId: 'game', action: 'join_game' } as const;
    expect(await bus.call(checkLimit, asked, { timeoutMs: 5_000 })).toMatchObject({ allowed: true });
  }, 120_000);

  it('nobody else is told to be broken', async () => {
    for (const name of ['gateway-1', 'game-1', 'identity', 'library', 'telemetry', 'feedback'])
      expect(await readiness(name)).toMatchObject({ status: 200, ready: true, redis: undefined });
  });
});

(nats === null ? describe.skip : describe)('while nobody takes traces', () => {
  it('services stay ready and say what they do without', async () => {
    if (nats === null) return;
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const services = await Services.start({ nats, gateways: 1, gameReplicas: 1, env });
    try {
      await fetch(`${services.urls[0]}/api/about`);
      await eventually(async () => {
        const response = await fetch(`${services.healthUrls.get('gateway-1')}/health/ready`);
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({
          ...{ ready: true, degraded: true },
          checks: expect.arrayContaining([{ name: 'collector', ok: false, optional: true, ms: expect.any(Number) }]),
        });
      });
    } finally {
      await services.close();
    }
  }, 120_000);
});
