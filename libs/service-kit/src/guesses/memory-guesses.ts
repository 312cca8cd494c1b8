import type { Guesses, GuessTerms } from './port.js';

/** Accounts remembered; when full, the one touched longest ago is forgotten. */
const ACCOUNTS = 50_000;

/** Counts in this process. */
export class MemoryGuesses implements Guesses {
  readonly #seen = new Map<string, { count: number; at: number; until: number }>();

  constructor(
    private readonly terms: GuessTerms,
    private readonly now: () => number = Date.now,
    private readonly accounts = ACCOUNTS,
  ) {}

  async spend(account: string): Promise<number> {
    const now = this.now();
    const { free, longestWait, forgetAfter } = this.terms;
    const known = this.#seen.get(account);
    const fresh = !known || now - known.at >= forgetAfter * 1000;
    if (!fresh && now < known.until) return Math.ceil((known.until - now) / 1000);
    const count = fresh ? 1 : known.count + 1;
    const wait = count < free ? 0 : Math.min(2 ** (count - free), longestWait);
    this.#seen.delete(account);
    this.#seen.set(account, { count, at: now, until: now + wait * 1000 });
    if (this.#seen.size > this.accounts) {
      const oldest = this.#seen.keys().next();
      if (!oldest.done) this.#seen.delete(oldest.value);
    }
    return 0;
  }

  async forget(account: string): Promise<void> {
    this.#seen.delete(account);
  }
}
