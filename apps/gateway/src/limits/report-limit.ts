import { RefusedError } from '@earworm/contracts';
import { Credit } from './credit.js';

interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Keys remembered at once; when full, those that spent first are forgotten. */
const KEYS = 20_000;

/** Reports that one key may send: a burst, then so many a second. In memory: a flood must cost as little as possible. */
export class ReportLimit {
  readonly #credits = new Map<string, Credit>();

  constructor(
    private readonly allowance: Allowance,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws `limit-reports` with the seconds to wait. */
  spend(key: string): void {
    const now = this.now();
    let credit = this.#credits.get(key);
    if (credit === undefined) {
      credit = new Credit(this.allowance, now);
      this.#credits.set(key, credit);
      if (this.#credits.size > KEYS) this.#credits.delete(this.#credits.keys().next().value as string);
    }
    if (!credit.spend(now)) throw new RefusedError('limit-reports', { n: Math.ceil(1 / this.allowance.perSecond) });
  }
}
