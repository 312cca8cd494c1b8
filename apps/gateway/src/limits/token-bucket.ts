export interface TokenBucketOptions {
  readonly burst: number;
  readonly perSecond: number;
  /** Tokens that may be taken before they are refilled, by callers that wait for them. Default: 0. */
  readonly advance?: number;
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
    return this.take(now, 1) === 0;
  }

  /** The milliseconds until the tokens are refilled; null: refused, and none is taken. More than `burst` cost all of it. */
  take(now: number, tokens: number): number | null {
    const { burst, perSecond, advance = 0 } = this.options;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    const left = this.#tokens - Math.min(tokens, burst);
    if (left < -advance) return null;
    this.#tokens = left;
    return left < 0 ? Math.ceil((-left / perSecond) * 1000) : 0;
  }
}
