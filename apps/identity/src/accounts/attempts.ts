import { RefusedError } from '@earworm/contracts';

export interface AttemptOptions {
  /** Attempts that cost nothing. */
  readonly free: number;
  /** The longest wait in seconds: a limit by account must not let a stranger lock its owner out for good. */
  readonly longestWait: number;
  /** Seconds after the last attempt until it is forgotten. */
  readonly forgetAfter: number;
  /** Accounts remembered; when full, the one touched longest ago is forgotten. */
  readonly accounts: number;
}

/**
 * Slows guessing at one account: after the free attempts each further one doubles the wait (1 s, 2 s, 4 s …). Counted by
 * account and never by address, because a venue is one address; counted before the password is looked at, so that a
 * hundred guesses sent at once are not all let in.
 */
export class Attempts {
  readonly #seen = new Map<string, { count: number; at: number; until: number }>();

  constructor(
    private readonly options: AttemptOptions = { free: 5, longestWait: 300, forgetAfter: 900, accounts: 50_000 },
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws `limit-sign-in` with the seconds still to wait; a refused attempt does not lengthen the wait. */
  spend(account: string): void {
    const now = this.now();
    const known = this.#seen.get(account);
    const fresh = !known || now - known.at > this.options.forgetAfter * 1000;
    if (!fresh && now < known.until)
      throw new RefusedError('limit-sign-in', { n: Math.ceil((known.until - now) / 1000) });
    const count = fresh ? 1 : known.count + 1;
    const wait = count < this.options.free ? 0 : Math.min(2 ** (count - this.options.free), this.options.longestWait);
    this.#seen.delete(account);
    this.#seen.set(account, { count, at: now, until: now + wait * 1000 });
    if (this.#seen.size > this.options.accounts) {
      const oldest = this.#seen.keys().next();
      if (!oldest.done) this.#seen.delete(oldest.value);
    }
  }

  /** The right password was given: nothing was guessed. */
  forget(account: string): void {
    this.#seen.delete(account);
  }
}
