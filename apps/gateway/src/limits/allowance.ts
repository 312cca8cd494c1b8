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

  /** The seconds to wait until there are as many points; 0: they are spent. */
  spend(key: string, points = 1): number {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.options, now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return bucket.spend(now, points) ? 0 : Math.ceil(points / this.options.perSecond);
  }
}
