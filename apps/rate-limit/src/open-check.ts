import type { Kit } from '@earworm/service-kit/bootstrap';
import { connectRedis, type Redis } from '@earworm/service-kit/redis';
import { memoryCheck, redisCheck, type Check } from './check.js';
import type { Limits } from './limits.js';
import type { RateLimitConfig } from './rate-limit.config.js';

export const limitsOf = (config: RateLimitConfig): Limits => ({
  create_game: config.LIMIT_CREATE,
  join_game: config.LIMIT_JOIN,
  answer_submission: config.LIMIT_ANSWER,
  select_question: config.LIMIT_SELECT,
  judge_answer: config.LIMIT_JUDGE,
});

/** Ready at once: with REDIS_URL it counts in memory until Redis is there, so a late Redis holds no start up. */
export function openCheck(
  { log, health }: Pick<Kit, 'log' | 'health'>,
  config: RateLimitConfig,
): { check: Check; close(): Promise<void> } {
  const limits = limitsOf(config);
  let current = memoryCheck(limits);
  let redis: Redis | undefined;
  let closed = false;
  if (config.REDIS_URL) {
    // Without Redis each process counts for itself: stricter than nothing, so the service is of use.
    health.add('redis', () => (redis ? redis.ping() : Promise.reject(new Error('not connected yet'))), {
      optional: true,
    });
    connectRedis(config.REDIS_URL, log).then(
      (client) => {
        if (closed) return client.destroy();
        redis = client;
        current = redisCheck(limits, client);
      },
      (error: unknown) => log.error({ err: error }, 'limits are counted in this process only'),
    );
  }
  return {
    check: (request) => current(request),
    close: async () => {
      closed = true;
      redis?.destroy();
    },
  };
}
