import type { Redis } from '../redis/index.js';
import type { Guesses, GuessTerms } from './port.js';

/** One step at the server, by the server's clock: two processes that count at the same moment cannot both be first. */
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

/** Counts in Redis, for all processes together. Rejects while it is away. */
export class RedisGuesses implements Guesses {
  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly terms: GuessTerms,
  ) {}

  async spend(account: string): Promise<number> {
    const { free, longestWait, forgetAfter } = this.terms;
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
    return `guesses:${this.name}:${account}`;
  }
}
