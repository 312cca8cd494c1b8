/** Bucket i holds values up to FIRST × STEP^i, so a quantile is at most 10 % too high. In ms: 0.05 to about 10 s. */
const FIRST = 0.05;
const STEP = 1.1;
const BUCKETS = 129;
const SLOTS = 6;
const SLOT_MS = 10_000;

/** How a value was spread over the last minute. Observing is a few additions: it stands on the path of every press. */
export class Spread {
  readonly #slots = Array.from({ length: SLOTS }, () => new Uint32Array(BUCKETS));
  #slot: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#slot = Math.floor(now() / SLOT_MS);
  }

  observe(value: number): void {
    this.#pass();
    const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(value / FIRST) / Math.log(STEP))));
    const slot = this.#slots[this.#slot % SLOTS] as Uint32Array;
    slot[bucket] = (slot[bucket] ?? 0) + 1;
  }

  /** Counts by bucket, to be added to those of other instances. */
  get counts(): number[] {
    this.#pass();
    return addSpreads(this.#slots.map((slot) => [...slot]));
  }

  #pass(): void {
    const slot = Math.floor(this.now() / SLOT_MS);
    for (let each = Math.max(this.#slot + 1, slot - SLOTS + 1); each <= slot; each++)
      this.#slots[each % SLOTS]?.fill(0);
    this.#slot = slot;
  }
}

export const addSpreads = (spreads: readonly (readonly number[])[]): number[] =>
  Array.from({ length: BUCKETS }, (_, i) => spreads.reduce((sum, counts) => sum + (counts[i] ?? 0), 0));

/** The value that so large a share (0 to 1) does not exceed; null without any. */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * share);
  const bucket = counts.findIndex((n) => (left -= n) <= 0);
  return Math.round(FIRST * STEP ** bucket * 100) / 100;
}
