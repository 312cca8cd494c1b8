import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Redis } from '@earworm/service-kit/redis';
import { withTimeout } from '@earworm/service-kit/resilience';
import { createAddressLimits, type AddressLimits } from './address-limits.js';
import { createCheck, type Check, type Stores } from './check.js';
import { memoryCounters, redisCounters } from './counters.js';
import { NONE_RAISED, type Raised } from './raised-limit.js';
import { memoryLoginThrottles, redisLoginThrottles, type LoginThrottles } from './login-throttles.js';
import { RedisBreaker } from './redis-breaker.js';
import { limitsOf, type RateLimitConfig } from './rate-limit.config.js';
import { memoryJoinQueues, redisJoinQueues } from './join-queue.js';

interface Counted {
  readonly check: Check;
  readonly addressLimits: AddressLimits;
  readonly loginThrottles: LoginThrottles;
}

/** How long a health check waits for the first attempt to connect, which may take longer. */
const FIRST_ATTEMPT_MS = 1_500;

export const LIMITS = Symbol('limits');

export interface OpenLimits {
  /** Replaced when Redis connects. */
  readonly current: Counted;
  onApplicationShutdown(): void;
}

/** Counts in memory until Redis connects, so a slow Redis delays no start. */
export function openLimits(
  { log, health, isOwnProcess }: Pick<Kit, 'log' | 'health' | 'isOwnProcess'>,
  config: RateLimitConfig,
  raised: Raised = NONE_RAISED,
): OpenLimits {
  const limits = limitsOf(config);
  const counted = (stores: Stores, loginThrottles: LoginThrottles): Counted => ({
    check: createCheck(limits, stores, raised),
    addressLimits: createAddressLimits(limits, stores.counters, raised),
    loginThrottles,
  });
  const own = memoryLoginThrottles();
  let current = counted({ counters: memoryCounters, joinQueues: memoryJoinQueues }, own);
  let redis: Redis | undefined;
  const closing = new AbortController();
  if (config.REDIS_URL) {
    // Optional: each process then counts for itself.
    let failure: unknown;
    let isDown = false;
    // Its 650 modules are loaded only where there is a Redis.
    const library = import('@earworm/service-kit/redis');
    const attempted = Promise.withResolvers<void>();
    const ping = async () => {
      // Before, nothing is known: a process that has just started would report Redis as unreachable.
      if (!redis) await withTimeout(FIRST_ATTEMPT_MS, () => attempted.promise).catch(() => undefined);
      const { describeRedisError } = await library;
      if (!redis?.isReady) throw new Error(describeRedisError(failure));
      await redis.ping().catch((error: unknown) => {
        throw new Error(describeRedisError(error), { cause: error });
      });
    };
    health.add('redis', ping, { optional: true });
    const onError = (error: unknown) => {
      failure = error;
      attempted.resolve();
      // A separate process logs health changes.
      if (!isDown && !isOwnProcess) log.warn({ err: error }, 'Redis is unreachable');
      isDown = true;
    };
    const url = config.REDIS_URL;
    library
      .then(({ connectRedis }) => connectRedis(url, onError, closing.signal))
      .then(
        (connected) => {
          if (closing.signal.aborted) return connected.destroy();
          isDown = false;
          connected.on('ready', () => (isDown = false));
          redis = connected;
          const breaker = new RedisBreaker(connected, config.redisWithinMs);
          const stores = {
            counters: redisCounters(connected, breaker),
            joinQueues: redisJoinQueues(connected, breaker),
          };
          current = counted(stores, redisLoginThrottles(connected, own, breaker));
          attempted.resolve();
        },
        (error: unknown) => {
          failure = error;
          attempted.resolve();
          if (closing.signal.aborted) return;
          log.error({ err: error }, 'limits are counted in this process only');
        },
      );
  }
  return {
    get current() {
      return current;
    },
    onApplicationShutdown() {
      closing.abort();
      redis?.destroy();
    },
  };
}
