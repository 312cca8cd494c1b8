import { TokenBucket, type TokenBucketOptions } from './token-bucket.js';

const MAX_KEYS = 20_000;

export interface AllowanceOptions extends TokenBucketOptions {
  /**
   * How fast points are given that are there: others would notice if a whole burst was served at once. Default: at once.
   */
  readonly pace?: Pick<TokenBucketOptions, 'burst' | 'perSecond'>;
}

interface Buckets {
  readonly points: TokenBucket;
  readonly pace: TokenBucket | null;
}

/** A token bucket per key, in memory: a flood must cost little, and it does not wait for another service. */
export class Allowance {
  /** In order of the last use; when full, the longest unused are dropped. */
  readonly #buckets = new Map<string, Buckets>();

  constructor(
    private readonly options: AllowanceOptions,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The milliseconds after which the points are given; null: they are refused. */
  take(key: string, points = 1): number | null {
    const now = this.now();
    const buckets = this.#buckets.get(key) ?? this.#newBuckets(now);
    this.#buckets.delete(key);
    this.#buckets.set(key, buckets);
    if (this.#buckets.size > MAX_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    const waitMs = buckets.points.take(now, points);
    return waitMs === null ? null : Math.max(waitMs, buckets.pace?.take(now, points) ?? 0);
  }

  /** For a refusal: seconds until so many points are refilled. */
  secondsFor(points: number): number {
    return Math.ceil(points / this.options.perSecond);
  }

  #newBuckets(now: number): Buckets {
    const { pace } = this.options;
    return {
      points: new TokenBucket(this.options, now),
      pace: pace === undefined ? null : new TokenBucket({ ...pace, advance: Infinity }, now),
    };
  }
}
