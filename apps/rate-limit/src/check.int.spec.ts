import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectRedis, type Redis } from '@earworm/service-kit/redis';
import { describeWith } from '@earworm/service-kit/testing';
import { createCheck } from './check.js';
import { behavesAsACheck } from './testing/check.suite.js';
import { redisCounters } from './counters.js';
import { memoryLoginThrottles, redisLoginThrottles } from './login-throttles.js';
import { RedisBreaker } from './redis-breaker.js';
import { limitsOf, loadRateLimitConfig } from './rate-limit.config.js';
import { redisJoinQueues } from './join-queue.js';

/** A busy machine must not make Redis time out. */
const LONG_MS = 30_000;

/** Counts what Redis is asked for. */
class CountedBreaker extends RedisBreaker {
  calls = 0;
  override ask<T>(work: () => Promise<T>): Promise<T> {
    const counted = () => {
      this.calls++;
      return work();
    };
    return super.ask(counted);
  }
}

describeWith('redis', 'limits counted in Redis', (url) => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await connectRedis(url);
  });
  afterAll(() => redis?.destroy());

  behavesAsACheck(async () => {
    const old = await redis.keys('limit:*');
    if (old.length > 0) await redis.del(old);
    const breaker = new RedisBreaker(redis, LONG_MS);
    return { counters: redisCounters(redis, breaker), joinQueues: redisJoinQueues(redis, breaker) };
  });

  it('counts in this process while Redis is unreachable', async () => {
    const away = await connectRedis(url);
    const breaker = new RedisBreaker(away, LONG_MS);
    const check = createCheck(limitsOf(loadRateLimitConfig({ LIMIT_JOIN: '2/60' })), {
      counters: redisCounters(away, breaker),
      joinQueues: redisJoinQueues(away, breaker),
    });
    const throttles = redisLoginThrottles(away, memoryLoginThrottles(), breaker);
    away.destroy();
    const who = { userId: 'away', gameId: 'g', device: null, address: null };
    const ask = () => check({ action: 'join_game', ...who, spend: true });
    expect([await ask(), await ask(), await ask()].map((answer) => answer.allowed)).toEqual([true, true, false]);
    const account = randomUUID();
    const waits = await Promise.all(Array.from({ length: 20 }, () => throttles['sign-in'].spend(account)));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('waits for a silent Redis once, however many counts an action has, and then counts in this process', async () => {
    const silent = await connectRedis(url);
    const breaker = new CountedBreaker(silent, 150);
    const limits = limitsOf(loadRateLimitConfig({ LIMIT_SEATS: '2/60' }));
    const check = createCheck(limits, {
      counters: redisCounters(silent, breaker),
      joinQueues: redisJoinQueues(silent, breaker),
    });
    const who = { gameId: randomUUID(), device: 'phone', address: '192.0.2.1' };
    // Redis answers one connection in order: what is asked behind this waits with it.
    const nothing = silent.blPop(randomUUID(), 1);
    const seat = (userId: string) => check({ action: 'take_seat', userId, ...who, spend: true });
    const answers = await Promise.all(['ada', 'bob', 'cyd'].map(seat));
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(breaker.calls).toBe(answers.length);
    expect(await nothing).toBeNull();
    silent.destroy();
  });
});
