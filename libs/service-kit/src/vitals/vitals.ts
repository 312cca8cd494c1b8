import { randomUUID } from 'node:crypto';
import { type Space, VITALS_SUBJECT, VITALS_WANTED, type Vitals } from '@earworm/contracts';
import { publishJson } from '../bus/codec.js';
import type { Bus, Subscription } from '../bus/port.js';
import type { HealthChecks } from '../health/health-checks.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const ANSWER_EVERY_MS = 500;

export class VitalSigns {
  readonly #instance = randomUUID();
  readonly #numbers = new Map<string, () => number>();
  readonly #spreads = new Map<string, () => number[]>();
  readonly #spaces = new Map<string, () => Space | null>();
  #answeredAt = -Infinity;

  constructor(
    private readonly service: string,
    private readonly bus: Bus,
    private readonly health: HealthChecks,
  ) {
    const startedAt = performance.now();
    this.number('upMs', () => Math.round(performance.now() - startedAt));
  }

  number(name: string, read: () => number): void {
    this.#numbers.set(name, read);
  }

  spread(name: string, read: () => number[]): void {
    this.#spreads.set(name, read);
  }

  space(name: string, read: () => Space | null): void {
    this.#spaces.set(name, read);
  }

  serve(): Subscription {
    return this.bus.subscribe(VITALS_WANTED, () => {
      const now = performance.now();
      if (now - this.#answeredAt < ANSWER_EVERY_MS) return;
      this.#answeredAt = now;
      void this.read().then((vitals) => publishJson(this.bus, VITALS_SUBJECT, vitals));
    });
  }

  async read(): Promise<Vitals> {
    const { checks } = await this.health.ready();
    const spaces = [...this.#spaces].flatMap(([name, read]) => {
      const space = read();
      return space === null ? [] : [[name, space] as const];
    });
    return {
      service: this.service,
      instance: this.#instance,
      lagMs: readEventLoopLag(),
      // Reasons may name hosts and users.
      checks: checks.map(({ reason: _, ...check }) => check),
      numbers: Object.fromEntries([...this.#numbers].map(([name, read]) => [name, read()])),
      ...(spaces.length === 0 ? {} : { spaces: Object.fromEntries(spaces) }),
      spreads: Object.fromEntries([...this.#spreads].map(([name, read]) => [name, read()])),
    };
  }
}

export interface Lag {
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

const RESOLUTION_MS = 10;
/** All services of a process share the event loop and one reading. */
const READ_EVERY_MS = 900;

let histogram: ReturnType<typeof monitorEventLoopDelay> | null = null;
let last: { readonly at: number; readonly lag: Lag } = { at: -Infinity, lag: { p50: 0, p99: 0 } };

/** Delay of timers since the last reading; the first call starts measuring. */
export function readEventLoopLag(now = performance.now()): Lag {
  if (histogram === null) {
    histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
  }
  if (now - last.at < READ_EVERY_MS) return last.lag;
  // The histogram holds ns between ticks; lag is what exceeds the resolution.
  const lag = (ns: number) => Math.max(0, Math.round((ns / 1e6 - RESOLUTION_MS) * 10) / 10);
  const read =
    histogram.count === 0 ? last.lag : { p50: lag(histogram.percentile(50)), p99: lag(histogram.percentile(99)) };
  last = { at: now, lag: read };
  histogram.reset();
  return read;
}

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
