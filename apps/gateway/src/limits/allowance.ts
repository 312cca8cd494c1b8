import { TokenBucket, type TokenBucketOptions } from './token-bucket.js';

const MAX_KEYS = 20_000;

/** A token bucket per key, in memory: a flood must cost little, and it does not wait for another service. */
export class Allowance {
  /** In order of the last use; when full, the longest unused are dropped. */
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly options: TokenBucketOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The milliseconds after which the points are there; null: they are refused. */
  take(key: string, points = 1): number | null {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.options, now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return bucket.take(now, points);
  }

  /** For a refusal: seconds until so many points are refilled. */
  secondsFor(points: number): number {
    return Math.ceil(points / this.options.perSecond);
  }
}
