const SECONDS = 60;

/** How often something happened within the last minute; one slot a second, whatever happens. */
export class LastMinute {
  readonly #slots = new Array<number>(SECONDS).fill(0);
  #second: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#second = Math.floor(now() / 1000);
  }

  add(n: number): void {
    this.#pass();
    this.#slots[this.#second % SECONDS] = (this.#slots[this.#second % SECONDS] ?? 0) + n;
  }

  get count(): number {
    this.#pass();
    return this.#slots.reduce((sum, n) => sum + n, 0);
  }

  /** Seconds that have gone by since are empty ones. */
  #pass(): void {
    const second = Math.floor(this.now() / 1000);
    for (let each = Math.max(this.#second + 1, second - SECONDS + 1); each <= second; each++)
      this.#slots[each % SECONDS] = 0;
    this.#second = second;
  }
}
