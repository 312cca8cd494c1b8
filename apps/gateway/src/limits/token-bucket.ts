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

  spend(now: number): boolean {
    this.#tokens = Math.min(this.options.burst, this.#tokens + ((now - this.#at) / 1000) * this.options.perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
