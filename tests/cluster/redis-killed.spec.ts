import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { checkLimit, countAddresses, PATHS, spendGuess } from '@earworm/contracts';
import { type Bus, connectNatsBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { lastingPort } from '../harness/ports.js';
import { Services } from '../harness/services.js';
import { dockerVersion, type MortalServer, startMortal } from '../harness/test-servers.js';
import { phoneAt } from './phones.js';

const nats = await findNats();
const canRun = nats !== null && (await dockerVersion()) !== undefined;
if (!canRun) console.warn(`not run: a Redis that is killed needs a Docker engine, and: ${NO_NATS}`);

const JOINS = 30;
const FREE_GUESSES = 5;
const LIMITS = { LIMIT_JOIN: `${JOINS}/60`, CEILING_JOINS: '3000/60', TRUSTED_PROXIES: 'loopback' };
const VENUE = '203.0.113.7';
/** As long as a gateway waits for a limiter: later, and everything would be allowed. */
const GATEWAY_WAITS_MS = 1_000;
/** From the start of Redis until both processes count in it again. */
const TOGETHER_WITHIN_MS = 5_000;

(canRun ? describe : describe.skip)('limits of two gateways and two limiters, whose Redis is killed', () => {
  let redis: MortalServer;
  let services: Services;
  let bus: Bus;

  beforeAll(async () => {
    if (nats === null) return;
    redis = await startMortal('redis', await lastingPort());
    const env = { ...LIMITS, REDIS_URL: redis.url };
    services = await Services.start({ nats, gateways: 2, gameReplicas: 1, limiters: 2, env });
    bus = await connectNatsBus({ url: services.busUrl, log: createLog('spec', { level: 'silent' }) });
    await eventually(areOneCount, TOGETHER_WITHIN_MS);
  }, 120_000);
  afterAll(async () => {
    await bus?.drain();
    await services?.close();
    await redis?.stop();
  }, 60_000);

  /** Somebody's next attempt to join; rejects when no limiter answers in time. */
  const join = async (userId: string): Promise<boolean> => {
    const who = { userId, gameId: 'game', device: `phone of ${userId}`, address: VENUE };
    return (await bus.call(checkLimit, { action: 'join_game', ...who }, { timeoutMs: GATEWAY_WAITS_MS })).allowed;
  };
  /** Asks that go to whichever process is free; how many of them got a yes. */
  const yesses = async (count: number, ask: (i: number) => Promise<boolean>): Promise<number> =>
    (await Promise.all(Array.from({ length: count }, (_, i) => ask(i)))).filter(Boolean).length;
  const joins = () => {
    const userId = randomUUID();
    return yesses(100, () => join(userId));
  };
  const guesses = () => {
    const account = createHash('sha256').update(randomUUID()).digest('base64url');
    return yesses(40, async () => (await bus.call(spendGuess, { guessed: 'sign-in', account })).wait === 0);
  };
  const ceiling = () => {
    const spent = [{ address: randomUUID(), ceiling: 'joins' as const, points: 300 }];
    return yesses(20, async () => (await bus.call(countAddresses, { spent })).refused.length === 0);
  };
  async function areOneCount(): Promise<void> {
    expect([await joins(), await guesses(), await ceiling()]).toEqual([JOINS, FREE_GUESSES, 10]);
  }
  /** The same by a browser that is led to one gateway and then to the other. */
  async function joinsAtBothDoors(): Promise<{ allowed: number; refused: number }> {
    const phone = await phoneAt(services.urls[0]!, VENUE);
    const headers = {
      ...phone.headers,
      'content-type': 'application/json',
      authorization: `Bearer ${await phone.token()}`,
    };
    const body = JSON.stringify({ gameId: 'game', action: 'join_game' });
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async (_, i) => {
        const url = `${services.urls[i % 2]}${PATHS.checkGameActionLimit.path}`;
        const response = await fetch(url, { method: 'POST', headers, body });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    const of = (status: number) => statuses.filter((each) => each === status).length;
    return { allowed: of(200), refused: of(429) };
  }

  it('are counted by each process for itself while it is away, and none is waited for longer than a gateway waits', async () => {
    await redis.kill();
    const [allowed, guessed] = [await joins(), await guesses()];
    expect(allowed).toBeGreaterThan(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
    expect(guessed).toBeGreaterThan(FREE_GUESSES);
    expect(guessed).toBeLessThanOrEqual(2 * FREE_GUESSES);
    const { allowed: passed, refused } = await joinsAtBothDoors();
    expect(passed).toBeLessThanOrEqual(2 * JOINS);
    expect(passed + refused).toBe(80);
  }, 30_000);

  it('are one count again, at both doors, soon after it is started with nothing in it', async () => {
    await redis.start();
    const startedAt = performance.now();
    await eventually(areOneCount, TOGETHER_WITHIN_MS);
    console.info(`one count again ${Math.round(performance.now() - startedAt)} ms after Redis was started`);
    await areOneCount();
    await eventually(async () => expect(await joinsAtBothDoors()).toEqual({ allowed: JOINS, refused: 50 }));
  }, 30_000);

  it('answer everybody in time who asks at the moment it dies or comes back', async () => {
    let isOver = false;
    let answered = 0;
    const asking = Array.from({ length: 8 }, async () => {
      // Rejects with the first question that no limiter answers.
      for (; !isOver; answered++) await join(randomUUID());
    });
    for (let death = 0; death < 3; death++) {
      await redis.kill();
      await pause(500);
      await redis.start();
      await pause(500);
    }
    isOver = true;
    await Promise.all(asking);
    expect(answered).toBeGreaterThan(500);
    await eventually(areOneCount, TOGETHER_WITHIN_MS);
    await areOneCount();
  }, 60_000);

  it('are one count also with a process that was started while it was away', async () => {
    await redis.kill();
    const second = services.others.find(({ name }) => name === 'rate-limit-2')!;
    await second.stop();
    await second.start();
    expect(await joins()).toBeGreaterThan(JOINS);
    await redis.start();
    await eventually(areOneCount, TOGETHER_WITHIN_MS);
    await areOneCount();
    expect(services.others.map(({ crashes }) => crashes)).toEqual(services.others.map(() => 0));
  }, 60_000);
});
