const LOOK_EVERY_MS = 100;
/** A longer time between two checks means that this process was suspended, which says nothing about the product. */
const STANDSTILL_MS = 1_500;

/**
 * When this process itself was suspended, or kept all clients offline, so that the product is not blamed. Wall clock,
 * ms.
 */
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

  /** No client had a network then. */
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
