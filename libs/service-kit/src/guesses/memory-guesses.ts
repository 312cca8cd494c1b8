import { LRUCache } from 'lru-cache';
import type { Guesses, GuessTerms } from './port.js';

const ACCOUNTS = 50_000;

/** Counts in this process. */
export class MemoryGuesses implements Guesses {
  readonly #seen: LRUCache<string, { count: number; at: number; until: number }>;

  constructor(
    private readonly terms: GuessTerms,
    private readonly now: () => number = Date.now,
    accounts = ACCOUNTS,
  ) {
    // By size, as room for `max` entries would be taken at once.
    this.#seen = new LRUCache({ maxSize: accounts, sizeCalculation: () => 1 });
  }

  async spend(account: string): Promise<number> {
    const now = this.now();
    const { free, longestWait, forgetAfter } = this.terms;
    const known = this.#seen.peek(account);
    const fresh = !known || now - known.at >= forgetAfter * 1000;
    if (!fresh && now < known.until) return Math.ceil((known.until - now) / 1000);
    const count = fresh ? 1 : known.count + 1;
    const wait = count < free ? 0 : Math.min(2 ** (count - free), longestWait);
    this.#seen.set(account, { count, at: now, until: now + wait * 1000 });
    return 0;
  }

  async forget(account: string): Promise<void> {
    this.#seen.delete(account);
  }
}
