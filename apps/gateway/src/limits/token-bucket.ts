export interface TokenBucketOptions {
  readonly burst: number;
  readonly perSecond: number;
}

/** Refills evenly up to `burst`. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    private readonly options: TokenBucketOptions,
    now: number,
  ) {
    this.#tokens = options.burst;
    this.#at = now;
  }

  /** More points than `burst` cost all of it. */
  spend(now: number, points = 1): boolean {
    this.#tokens = Math.min(this.options.burst, this.#tokens + ((now - this.#at) / 1000) * this.options.perSecond);
    this.#at = now;
    const price = Math.min(points, this.options.burst);
    if (this.#tokens < price) return false;
    this.#tokens -= price;
    return true;
  }
}
