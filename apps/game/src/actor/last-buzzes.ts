const KEPT = 20;

/** How long the last buzzes of a game took, in ms from the gateway to the commit. */
export class LastBuzzes {
  readonly #ms: number[] = [];
  #next = 0;

  add(ms: number): void {
    this.#ms[this.#next] = ms;
    this.#next = (this.#next + 1) % KEPT;
  }

  get slowest(): number {
    return Math.max(...this.#ms);
  }
}
