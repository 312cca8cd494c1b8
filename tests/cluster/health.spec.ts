import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';

const nats = await findNats();
/** Without a NATS server of our own it cannot be taken away. */
const describeHere = nats && nats.kind !== 'url' ? describe : describe.skip;
if (nats === null) console.warn(`not run: ${NO_NATS}`);

const PROCESSES = ['gateway-1', 'game-1', 'identity', 'library', 'rate-limit', 'telemetry', 'feedback'];

describeHere('somebody who watches the services', () => {
  let services: Services;
  beforeAll(async () => {
    if (nats) services = await Services.start({ nats, gateways: 1, gameReplicas: 1, everything: true });
  }, 120_000);
  afterAll(() => services?.close(), 30_000);

  const ask = (name: string, path: string) => fetch(`${services.healthUrls.get(name)}${path}`);

  it('finds every one of them', () => {
    expect([...services.healthUrls.keys()].toSorted()).toEqual(PROCESSES.toSorted());
  });

  it.each(PROCESSES)('is told by %s that it lives, that it is ready, and of what it depends on', async (name) => {
    expect(await (await ask(name, '/health/live')).json()).toEqual({ live: true });
    const ready = await ask(name, '/health/ready');
    const { checks } = (await ready.json()) as { checks: { name: string; ok: boolean }[] };
    expect(ready.status).toBe(200);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map((check) => check.name)).toContain('bus');
  });

  it.each(PROCESSES)('reads the numbers of %s under its own name', async (name) => {
    const response = await ask(name, '/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    const service = name.replace(/-\d$/, '');
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_seconds{service="${service}"} `, 'm'));
    const strangers = [...text.matchAll(/service="([^"]+)"/g)].filter(([, other]) => other !== service);
    expect(strangers).toEqual([]);
  });

  it('learns nothing at the address that players open', async () => {
    for (const path of ['/metrics', '/health/ready'])
      expect((await fetch(`${services.urls[0]}${path}`)).status).toBe(404);
  });

  it('sees that none is ready without the bus, that all live on, and that they come back with it', async () => {
    const states = (path: string) => Promise.all(PROCESSES.map(async (name) => (await ask(name, path)).status));
    const all = (status: number) => PROCESSES.map(() => status);
    await services.nats?.kill();
    await eventually(async () => expect(await states('/health/ready')).toEqual(all(503)));
    expect(await states('/health/live')).toEqual(all(200));
    await services.nats?.start();
    await eventually(async () => expect(await states('/health/ready')).toEqual(all(200)));
  }, 120_000);
});
