export interface CreditTerms {
  /** What may be spent at once. */
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: fills with time up to its burst, each frame takes one. */
export class Credit {
  #left: number;
  #at: number;

  constructor(
    private readonly terms: CreditTerms,
    now: number,
  ) {
    this.#left = terms.burst;
    this.#at = now;
  }

  /** False when there is none left. @param now a clock that does not go back, ms */
  spend(now: number): boolean {
    this.#left = Math.min(this.terms.burst, this.#left + ((now - this.#at) / 1000) * this.terms.perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
