import { Scheduler } from './scheduler.js';

type Begin = () => void;

/**
 * Begins a few pieces of work per turn of the event loop: round robin between addresses, and in order of arrival within
 * one, so that a flood from one address delays no other.
 */
export class FairTurns {
  readonly #turns: Scheduler;
  /** In the order in which the addresses come next. */
  readonly #waiting = new Map<string, Begin[]>();

  constructor(perTurn: number) {
    this.#turns = new Scheduler(perTurn);
  }

  run(address: string | null, begin: Begin): void {
    const key = address ?? '';
    const known = this.#waiting.get(key);
    if (known === undefined) this.#waiting.set(key, [begin]);
    else known.push(begin);
    this.#turns.run(this.#beginNext);
  }

  readonly #beginNext = (): void => {
    for (const [address, waiting] of this.#waiting) {
      const begin = waiting.shift();
      this.#waiting.delete(address);
      if (waiting.length > 0) this.#waiting.set(address, waiting);
      return begin?.();
    }
  };
}
