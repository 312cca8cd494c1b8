import type { Kit } from '@earworm/service-kit/bootstrap';
import { connectRedis, type Redis } from '@earworm/service-kit/redis';
import { createCeilings, type Ceilings } from './ceilings.js';
import { createCheck, type Check, type Counting } from './check.js';
import { memoryCounters, redisCounters } from './counters.js';
import { memoryGuesses, redisGuesses, type AllGuesses } from './guesses.js';
import { Patience } from './patience.js';
import { limitsOf, type RateLimitConfig } from './rate-limit.config.js';
import { memoryThrottles, redisThrottles } from './throttle.js';

/** Everything that is counted, in one place. */
interface Counted {
  readonly check: Check;
  readonly ceilings: Ceilings;
  readonly guesses: AllGuesses;
}

export interface OpenLimits {
  /** Where it is counted now; asked at each call, for it changes when Redis is there. */
  readonly current: Counted;
  close(): void;
}

/** Ready at once: with REDIS_URL it counts in memory until Redis is there, so a late Redis holds no start up. */
export function openLimits({ log, health }: Pick<Kit, 'log' | 'health'>, config: RateLimitConfig): OpenLimits {
  const limits = limitsOf(config);
  const counted = (counting: Counting, guesses: AllGuesses): Counted => ({
    check: createCheck(limits, counting),
    ceilings: createCeilings(limits, counting.counters),
    guesses,
  });
  const own = memoryGuesses();
  let current = counted({ counters: memoryCounters, throttles: memoryThrottles }, own);
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
        const patience = new Patience(client);
        const counting = {
          counters: redisCounters(client, patience),
          throttles: redisThrottles(client, patience),
        };
        current = counted(counting, redisGuesses(client, own, patience));
      },
      (error: unknown) => log.error({ err: error }, 'limits are counted in this process only'),
    );
  }
  return {
    get current() {
      return current;
    },
    close() {
      closed = true;
      redis?.destroy();
    },
  };
}
