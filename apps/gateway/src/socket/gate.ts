import { RefusedError } from '@earworm/contracts';

/** Lets so many through at once, and so many more wait; the next is refused `busy`. */
export class Gate {
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** The next one would be refused. */
  get isFull(): boolean {
    return this.#inside >= this.atOnce && this.#waiting.length >= this.mayWait;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.atOnce) this.#inside++;
    else if (this.#waiting.length < this.mayWait) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else throw new RefusedError('busy');
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside--;
      else next();
    }
  }
}
