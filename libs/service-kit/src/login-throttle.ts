import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.js';

export interface LoginThrottleOptions {
  readonly free: number;
  /** Seconds. */
  readonly longestWait: number;
  /** Seconds after the last attempt. */
  readonly forgetAfter: number;
}

/**
 * Doubles the wait per attempt above `free`. Not by address, because a venue is one address. Counted before the
 * password is checked, so parallel attempts do not all pass.
 */
export interface LoginThrottle {
  /** Seconds to wait; 0: counted. A refused attempt does not extend the wait. */
  spend(account: string): Promise<number>;
  forget(account: string): Promise<void>;
}

/** Stored in Redis under this name. */
const KEY_PREFIX = 'guesses';
const MAX_ACCOUNTS = 50_000;

export class MemoryLoginThrottle implements LoginThrottle {
  readonly #attempts: LRUCache<string, { count: number; at: number; until: number }>;

  constructor(
    private readonly options: LoginThrottleOptions,
    private readonly now: () => number = Date.now,
    accounts = MAX_ACCOUNTS,
  ) {
    // `maxSize` instead of `max`, which would preallocate.
    this.#attempts = new LRUCache({ maxSize: accounts, sizeCalculation: () => 1 });
  }

  async spend(account: string): Promise<number> {
    const now = this.now();
    const { free, longestWait, forgetAfter } = this.options;
    const state = this.#attempts.peek(account);
    const fresh = !state || now - state.at >= forgetAfter * 1000;
    if (!fresh && now < state.until) return Math.ceil((state.until - now) / 1000);
    const count = fresh ? 1 : state.count + 1;
    const wait = count < free ? 0 : Math.min(2 ** (count - free), longestWait);
    this.#attempts.set(account, { count, at: now, until: now + wait * 1000 });
    return 0;
  }

  async forget(account: string): Promise<void> {
    this.#attempts.delete(account);
  }
}

/** Atomic, by the server's clock. */
const SPEND = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local free, longest, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'count', 'until')
local closed = tonumber(known[2] or '0')
if now < closed then return math.ceil((closed - now) / 1000) end
local count = tonumber(known[1] or '0') + 1
local wait = 0
if count >= free then wait = math.min(2 ^ math.min(count - free, 30), longest) end
redis.call('HSET', KEYS[1], 'count', count, 'until', string.format('%.0f', now + wait * 1000))
redis.call('PEXPIRE', KEYS[1], forget * 1000)
return 0`;

export class RedisLoginThrottle implements LoginThrottle {
  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly options: LoginThrottleOptions,
  ) {}

  async spend(account: string): Promise<number> {
    const { free, longestWait, forgetAfter } = this.options;
    return Number(
      await this.redis.eval(SPEND, {
        keys: [this.#key(account)],
        arguments: [free, longestWait, forgetAfter].map(String),
      }),
    );
  }

  async forget(account: string): Promise<void> {
    await this.redis.del(this.#key(account));
  }

  #key(account: string): string {
    return `${KEY_PREFIX}:${this.name}:${account}`;
  }
}
