import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectRedis, type Redis } from '@earworm/service-kit/redis';
import { describeWith } from '@earworm/service-kit/testing';
import { redisCheck } from './check.js';
import { behavesAsACheck } from './check.suite.js';
import { limitsOf } from './open-check.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

describeWith('redis', 'A limit counted in Redis', (url) => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await connectRedis(url);
  });
  afterAll(() => redis?.destroy());

  behavesAsACheck(async (limits) => {
    const old = await redis.keys('limit:*');
    if (old.length > 0) await redis.del(old);
    return redisCheck(limits, redis);
  });

  it('goes on counting in this process while Redis is away', async () => {
    const away = await connectRedis(url);
    const check = redisCheck({ ...limitsOf(loadRateLimitConfig({ LIMIT_JOIN: '2/60' })) }, away);
    away.destroy();
    const ask = () => check({ action: 'join_game', userId: 'away', gameId: 'g', spend: true });
    expect([await ask(), await ask(), await ask()].map((answer) => answer.allowed)).toEqual([true, true, false]);
  });
});
