const LOOK_EVERY_MS = 100;
/** Longer between two looks, and this process did not run: a machine that slept or was stopped says nothing of a house. */
const STANDSTILL_MS = 1_500;

/** When this process itself did not run, or kept everybody away, so that nobody else is blamed for it. Wall clock, ms. */
export class Standstills {
  readonly #all: { readonly from: number; readonly to: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let last = Date.now();
    this.#timer = setInterval(() => {
      const now = Date.now();
      if (now - last > STANDSTILL_MS) this.#all.push({ from: last, to: now });
      last = now;
    }, LOOK_EVERY_MS);
  }

  /** Nobody had a network then. */
  add(from: number, to: number): void {
    this.#all.push({ from, to });
  }

  /** How much of this time passed without this process, or without a network. */
  within(from: number, to: number): number {
    return this.#all.reduce((sum, each) => sum + Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)), 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
