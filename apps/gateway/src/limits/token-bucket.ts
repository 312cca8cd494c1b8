export interface TokenBucketOptions {
  readonly burst: number;
  readonly perSecond: number;
}

/** One token per frame. */
export class TokenBucket {
  #left: number;
  #at: number;

  constructor(
    private readonly options: TokenBucketOptions,
    now: number,
  ) {
    this.#left = options.burst;
    this.#at = now;
  }

  spend(now: number): boolean {
    this.#left = Math.min(this.options.burst, this.#left + ((now - this.#at) / 1000) * this.options.perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
