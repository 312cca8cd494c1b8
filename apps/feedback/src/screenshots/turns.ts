import { RefusedError } from '@earworm/contracts';

/** Lets so many work at once and so many wait; whoever comes then is refused with `busy`. */
export class Turns {
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitingAtMost: number,
  ) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.atOnce) {
      if (this.#waiting.length >= this.waitingAtMost) throw new RefusedError('busy');
      await new Promise<void>((turn) => this.#waiting.push(turn));
    } else this.#working += 1;
    try {
      return await work();
    } finally {
      // Handed on, or given back.
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }
}
