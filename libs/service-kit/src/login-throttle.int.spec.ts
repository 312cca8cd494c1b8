import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectRedis, type Redis } from './redis.js';
import { describeWith } from './testing/index.js';
import { behavesAsGuesses } from './testing/login-throttle.suite.js';
import { RedisLoginThrottle } from './login-throttle.js';

describeWith('redis', 'the login throttle of an account, counted in Redis', (url) => {
  let redis: Redis;
  let second: Redis;
  beforeAll(async () => {
    redis = await connectRedis(url);
    second = await connectRedis(url);
  });
  afterAll(() => {
    redis?.destroy();
    second?.destroy();
  });

  behavesAsGuesses((terms) => {
    const name = randomUUID();
    return {
      throttle: new RedisLoginThrottle(redis, name, terms),
      // Its clock is the server's own, so stored times are moved back by so much.
      wait: async (seconds) => {
        for (const key of await redis.keys(`guesses:${name}:*`)) {
          const left = (await redis.pTTL(key)) - seconds * 1_000;
          if (left <= 0) await redis.del(key);
          else {
            const until = Number(await redis.hGet(key, 'until')) - seconds * 1_000;
            await redis.multi().hSet(key, 'until', String(until)).pExpire(key, left).exec();
          }
        }
      },
    };
  });

  it('shares one count between two processes', async () => {
    const name = randomUUID();
    const terms = { free: 5, longestWait: 300, forgetAfter: 900 };
    const both = [redis, second].map((client) => new RedisLoginThrottle(client, name, terms));
    const waits = await Promise.all(Array.from({ length: 40 }, (_, i) => both[i % 2]?.spend('ada')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
    await both[0]?.forget('ada');
    expect(await both[1]?.spend('ada')).toBe(0);
  });
});
