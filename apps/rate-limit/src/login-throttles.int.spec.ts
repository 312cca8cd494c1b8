import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectRedis, type Redis } from '@earworm/service-kit/redis';
import { describeWith } from '@earworm/service-kit/testing';
import { memoryLoginThrottles, redisLoginThrottles } from './login-throttles.js';
import { RedisBreaker } from './redis-breaker.js';

/** A Redis that is reached only now and then. */
class Outage extends RedisBreaker {
  isAway = false;
  override ask<T>(work: () => Promise<T>): Promise<T> {
    return this.isAway ? Promise.reject(new Error('away')) : super.ask(work);
  }
}

describeWith('redis', 'the login throttle in Redis', (url) => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await connectRedis(url);
  });
  afterAll(() => redis?.destroy());

  it('forgets after a right password also what the process counted itself while Redis was down', async () => {
    const outage = new Outage(redis, 30_000);
    const { 'sign-in': throttle } = redisLoginThrottles(redis, memoryLoginThrottles(), outage);
    const account = randomUUID();
    outage.isAway = true;
    for (let i = 0; i < 5; i++) expect(await throttle.spend(account)).toBe(0);
    expect(await throttle.spend(account)).toBeGreaterThan(0);

    outage.isAway = false;
    await throttle.forget(account);
    outage.isAway = true;
    expect(await throttle.spend(account)).toBe(0);
  });
});
