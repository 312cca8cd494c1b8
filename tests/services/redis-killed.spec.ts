import { createHash, randomUUID } from 'node:crypto';
import { checkLimit, countAddresses, PATHS, countLoginAttempt } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { Services } from '../harness/services.js';
import { type KillableServer, startKillable } from '../harness/test-servers.js';
import { describeWithNatsAndRedis } from './support/describe-with-nats.js';
import { phoneAt } from '../load/phones.js';

const JOINS = 30;
const FREE_GUESSES = 5;
/** For requests without an answer, which are allowed or fail: generous, so that late answers of a busy machine count. */
const ANSWERED_WITHIN_MS = 10_000;
const LIMITS = {
  LIMIT_JOIN: `${JOINS}/60`,
  CEILING_JOINS: '3000/60',
  TRUSTED_PROXIES: 'loopback',
};
const PATIENT = { timeoutMs: ANSWERED_WITHIN_MS };
const VENUE = '203.0.113.7';

describeWithNatsAndRedis('rate limits of two gateways and two limiters whose Redis is killed', (nats) => {
  let redis: KillableServer;
  let services: Services;
  let bus: Bus;

  beforeAll(async () => {
    redis = await startKillable('redis', await lastingPort());
    const env = { ...LIMITS, REDIS_URL: redis.url };
    services = await Services.start({
      nats,
      only: ['identity', 'rate-limit', 'gateway'],
      gateways: 2,
      limiters: 2,
      env,
      overrides: { gateway: { limitWithinMs: ANSWERED_WITHIN_MS } },
    });
    bus = await services.connectBus();
    await countTogether();
  });
  afterEach(async () => {
    if (isKilled) await startRedis();
    await countTogether();
  });
  afterAll(async () => {
    await services?.close();
    await redis?.stop();
  });

  let isKilled = false;
  const killRedis = async () => {
    isKilled = true;
    await redis.kill();
  };
  const startRedis = async () => {
    await redis.start();
    isKilled = false;
  };

  /** One attempt to join; rejects when no limiter answers in time. */
  const join = async (userId: string): Promise<boolean> => {
    const who = { userId, gameId: 'game', device: `phone of ${userId}`, address: VENUE, spend: true };
    return (await bus.call(checkLimit, { action: 'join_game', ...who }, PATIENT)).allowed;
  };
  /** How many of these requests, which go to whichever process is free, were allowed. */
  const allowed = async (count: number, ask: (i: number) => Promise<boolean>): Promise<number> =>
    (await Promise.all(Array.from({ length: count }, (_, i) => ask(i)))).filter(Boolean).length;
  const joins = () => {
    const userId = randomUUID();
    return allowed(100, () => join(userId));
  };
  const guesses = () => {
    const account = createHash('sha256').update(randomUUID()).digest('base64url');
    return allowed(
      40,
      async () => (await bus.call(countLoginAttempt, { guessed: 'sign-in', account }, PATIENT)).wait === 0,
    );
  };
  const ceiling = () => {
    const spent = [{ address: randomUUID(), ceiling: 'joins' as const, points: 300 }];
    return allowed(20, async () => (await bus.call(countAddresses, { spent }, PATIENT)).refused.length === 0);
  };
  /** Resolves when both processes count in Redis; twice in a row, so that none of them was lucky. */
  const countTogether = () =>
    eventually(async () => {
      for (let time = 0; time < 2; time++)
        expect([await joins(), await guesses(), await ceiling()]).toEqual([JOINS, FREE_GUESSES, 10]);
    });
  /** The same by a browser that is sent to one gateway and then to the other. */
  async function joinsAtBothGateways(): Promise<{ passed: number; refused: number }> {
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
    return { passed: of(200), refused: of(429) };
  }

  it('each process counts alone while Redis is down and answers every request', async () => {
    await killRedis();
    const [joined, guessed] = [await joins(), await guesses()];
    expect(joined).toBeGreaterThan(JOINS);
    expect(joined).toBeLessThanOrEqual(2 * JOINS);
    expect(guessed).toBeGreaterThan(FREE_GUESSES);
    expect(guessed).toBeLessThanOrEqual(2 * FREE_GUESSES);
    const { passed, refused } = await joinsAtBothGateways();
    expect(passed).toBeLessThanOrEqual(2 * JOINS);
    expect(passed + refused).toBe(80);
  });

  it('both processes count together again for either gateway once Redis runs without data', async () => {
    await killRedis();
    await startRedis();
    await countTogether();
    await eventually(async () => expect(await joinsAtBothGateways()).toEqual({ passed: JOINS, refused: 50 }));
  });

  it('every request is answered while Redis is killed and started three times', async () => {
    let isOver = false;
    let answered = 0;
    const asking = Promise.all(
      Array.from({ length: 8 }, async () => {
        // Rejects with the first request that no limiter answers.
        for (; !isOver; answered++) await join(randomUUID());
      }),
    );
    const moreAreAnswered = async () => {
      const before = answered;
      await Promise.race([asking, eventually(() => expect(answered).toBeGreaterThan(before + 100))]);
    };
    try {
      for (let death = 0; death < 3; death++) {
        await killRedis();
        await moreAreAnswered();
        await startRedis();
        await moreAreAnswered();
      }
    } finally {
      isOver = true;
    }
    await asking;
  });

  it('a process that was started while Redis was down counts together with the other one later', async () => {
    await killRedis();
    const second = services.others.find(({ name }) => name === 'rate-limit-2')!;
    await second.stop();
    await second.start();
    expect(await joins()).toBeGreaterThan(JOINS);
    await startRedis();
    await countTogether();
    expect(services.others.map(({ crashes }) => crashes)).toEqual(services.others.map(() => 0));
  });
});
