/** Bucket i holds values up to FIRST × STEP^i (0.05 ms to about 10 s): a quantile is at most 10 % too high. */
const FIRST = 0.05;
const STEP = 1.1;
const BUCKETS = 129;
const SLOTS = 6;
const SLOT_MS = 10_000;

/** Distribution of a value over the last minute. `observe` is on the path of every buzz: a few additions. */
export class RollingHistogram {
  readonly #slots = Array.from({ length: SLOTS }, () => new Uint32Array(BUCKETS));
  #slot: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#slot = Math.floor(now() / SLOT_MS);
  }

  observe(value: number): void {
    this.#advance();
    const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(value / FIRST) / Math.log(STEP))));
    const slot = this.#slots[this.#slot % SLOTS] as Uint32Array;
    slot[bucket] = (slot[bucket] ?? 0) + 1;
  }

  get counts(): number[] {
    this.#advance();
    return mergeHistograms(this.#slots.map((slot) => [...slot]));
  }

  #advance(): void {
    const slot = Math.floor(this.now() / SLOT_MS);
    for (let each = Math.max(this.#slot + 1, slot - SLOTS + 1); each <= slot; each++)
      this.#slots[each % SLOTS]?.fill(0);
    this.#slot = slot;
  }
}

export const mergeHistograms = (spreads: readonly (readonly number[])[]): number[] =>
  Array.from({ length: BUCKETS }, (_, i) => spreads.reduce((sum, counts) => sum + (counts[i] ?? 0), 0));

export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  let left = Math.ceil(total * share);
  const bucket = counts.findIndex((n) => (left -= n) <= 0);
  return Math.round(FIRST * STEP ** bucket * 100) / 100;
}

const SECONDS = 60;

export class MinuteCounter {
  readonly #slots = new Array<number>(SECONDS).fill(0);
  #second: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#second = Math.floor(now() / 1000);
  }

  add(n: number): void {
    this.#advance();
    this.#slots[this.#second % SECONDS] = (this.#slots[this.#second % SECONDS] ?? 0) + n;
  }

  get count(): number {
    this.#advance();
    return this.#slots.reduce((sum, n) => sum + n, 0);
  }

  #advance(): void {
    const second = Math.floor(this.now() / 1000);
    for (let each = Math.max(this.#second + 1, second - SECONDS + 1); each <= second; each++)
      this.#slots[each % SECONDS] = 0;
    this.#second = second;
  }
}
