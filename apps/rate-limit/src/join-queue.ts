import type { Redis } from '@earworm/service-kit/redis';
import type { Delay } from '@earworm/contracts';
import type { JoinQueueOptions } from './rate-limit.config.js';
import type { RedisBreaker } from './redis-breaker.js';

/** Queues what exceeds a burst, first come, first served. */
interface JoinQueue {
  /** Null: no wait. A queued member keeps its place. `times`: how many times burst and rate are raised. */
  enter(key: string, member: string, times?: number): Promise<Delay | null>;
  waitOf(member: string): Promise<Delay | null>;
}

export type JoinQueues = (name: string, options: JoinQueueOptions) => JoinQueue;

/** When full, the oldest are dropped. */
const MOST = 100_000;
const FORGET_EVERY_MS = 10_000;

interface Place {
  readonly dueAt: number;
  readonly opensAt: number;
  readonly everyMs: number;
}

interface Times {
  readonly burst: number;
  readonly windowMs: number;
  readonly everyMs: number;
}

const timesOf = ({ burst, rate }: JoinQueueOptions): Times => ({
  burst: burst.points,
  windowMs: burst.seconds * 1000,
  everyMs: (rate.seconds * 1000) / rate.points,
});

const raisedBy = (times: number, { burst, windowMs, everyMs }: Times): Times => ({
  burst: Math.floor(burst * times),
  windowMs,
  everyMs: everyMs / times,
});

function delayOf(waitMs: number, opensInMs: number, everyMs: number): Delay | null {
  if (waitMs <= 0) return null;
  return {
    ms: Math.ceil(waitMs),
    place: Math.max(1, Math.ceil(Math.floor(waitMs - Math.max(0, opensInMs)) / everyMs)),
    everyMs,
  };
}

export class MemoryJoinQueue implements JoinQueue {
  readonly #times: Times;
  readonly #counts = new Map<string, { readonly at: number; count: number; everyMs: number }>();
  readonly #places = new Map<string, Place>();
  #forgotAt = -Infinity;

  constructor(
    options: JoinQueueOptions,
    private readonly now: () => number = () => performance.now(),
    private readonly most = MOST,
  ) {
    this.#times = timesOf(options);
  }

  async enter(key: string, member: string, times = 1): Promise<Delay | null> {
    const now = this.now();
    this.#forget(now);
    if (this.#places.has(member)) return this.waitOf(member);
    const { burst, windowMs, everyMs } = raisedBy(times, this.#times);
    let cached = this.#counts.get(key);
    if (cached === undefined || this.#isOver(cached, now)) {
      cached = { at: now, count: 0, everyMs };
      this.#counts.delete(key);
      this.#counts.set(key, cached);
    }
    cached.count++;
    const opensAt = cached.at + windowMs;
    const dueAt = cached.count <= burst ? now : opensAt + (cached.count - burst) * everyMs;
    if (dueAt <= now) return null;
    this.#places.set(member, { dueAt, opensAt, everyMs });
    return delayOf(dueAt - now, opensAt - now, everyMs);
  }

  async waitOf(member: string): Promise<Delay | null> {
    const place = this.#places.get(member);
    if (place === undefined) return null;
    const now = this.now();
    return delayOf(place.dueAt - now, place.opensAt - now, place.everyMs);
  }

  /** Restarts once the rate alone would have allowed the count: no second burst. */
  #isOver({ at, count, everyMs }: { at: number; count: number; everyMs: number }, now: number): boolean {
    const { windowMs } = this.#times;
    return now >= at + windowMs + count * everyMs;
  }

  #forget(now: number): void {
    if (this.#places.size > this.most) this.#places.delete(this.#places.keys().next().value as string);
    if (this.#counts.size > this.most) this.#counts.delete(this.#counts.keys().next().value as string);
    if (now - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    for (const [key, count] of this.#counts) if (this.#isOver(count, now)) this.#counts.delete(key);
    for (const [member, { dueAt }] of this.#places) if (dueAt <= now) this.#places.delete(member);
  }
}

/** `MemoryJoinQueue` as a script with the server's clock. Returns wait, window end and time between places, ms. */
const ENTER = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local burst, window, every = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local place = redis.call('HMGET', KEYS[2], 'due', 'opens', 'every')
if place[1] then return { tonumber(place[1]) - now, tonumber(place[2]) - now, place[3] or ARGV[3] } end
local known = redis.call('HMGET', KEYS[1], 'at', 'count')
local at, count = tonumber(known[1] or now), tonumber(known[2] or '0') + 1
redis.call('HSET', KEYS[1], 'at', string.format('%.0f', at), 'count', count)
redis.call('PEXPIRE', KEYS[1], math.max(1, math.ceil(at + window + count * every - now)))
local opens = at + window
local due = now
if count > burst then due = math.ceil(opens + (count - burst) * every) end
if due <= now then return { 0, 0, ARGV[3] } end
redis.call('HSET', KEYS[2], 'due', string.format('%.0f', due), 'opens', string.format('%.0f', opens), 'every', ARGV[3])
redis.call('PEXPIRE', KEYS[2], due - now)
return { due - now, opens - now, ARGV[3] }`;

const WAIT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local place = redis.call('HMGET', KEYS[1], 'due', 'opens', 'every')
if not place[1] then return { 0, 0, ARGV[1] } end
return { tonumber(place[1]) - now, tonumber(place[2]) - now, place[3] or ARGV[1] }`;

/** Shared by all processes. Rejects while Redis is unreachable. */
class RedisJoinQueue implements JoinQueue {
  readonly #times: Times;

  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    options: JoinQueueOptions,
  ) {
    this.#times = timesOf(options);
  }

  enter(key: string, member: string, times = 1): Promise<Delay | null> {
    const { burst, windowMs, everyMs } = raisedBy(times, this.#times);
    return this.#run(ENTER, [`limit:${this.name}:${key}`, this.#placeOf(member)], [burst, windowMs, everyMs]);
  }

  waitOf(member: string): Promise<Delay | null> {
    return this.#run(WAIT, [this.#placeOf(member)], [this.#times.everyMs]);
  }

  async #run(script: string, keys: string[], numbers: number[]): Promise<Delay | null> {
    const [waitMs, opensInMs, everyMs] = (await this.redis.eval(script, { keys, arguments: numbers.map(String) })) as [
      number,
      number,
      string,
    ];
    return delayOf(waitMs, opensInMs, Number(everyMs));
  }

  #placeOf(member: string): string {
    return `limit:${this.name}:place:${member}`;
  }
}

export const memoryJoinQueues: JoinQueues = (_name, options) => new MemoryJoinQueue(options);

export const redisJoinQueues =
  (redis: Redis, breaker: RedisBreaker): JoinQueues =>
  (name, options) => {
    const either = breaker.insured<JoinQueue>(new RedisJoinQueue(redis, name, options), new MemoryJoinQueue(options));
    return {
      enter: (key, member, times) => either((throttle) => throttle.enter(key, member, times)),
      waitOf: (member) => either((throttle) => throttle.waitOf(member)),
    };
  };
