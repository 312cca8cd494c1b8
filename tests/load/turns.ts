import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';

const MS = 1_000;

interface Turn {
  readonly from: number;
  readonly to: number;
  /** On the CPU, ms. */
  readonly took: number;
}

/** The work that this thread does in each turn of its event loop, ms on the CPU: what else runs on the machine does not count. */
export class Turns {
  readonly #turns: Turn[] = [];
  readonly #pauses: PerformanceEntry[] = [];
  readonly #collector = new PerformanceObserver((list) => void this.#pauses.push(...list.getEntries()));
  #timer: NodeJS.Timeout | undefined;
  #took: readonly number[] = [];
  #worked: readonly number[] = [];

  begin(): void {
    this.#collector.observe({ entryTypes: ['gc'] });
    let [before, from] = [used(), performance.now()];
    this.#timer = setInterval(() => {
      const [now, to] = [used(), performance.now()];
      this.#turns.push({ from, to, took: (now - before) / MS });
      [before, from] = [now, to];
    }, 1);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#pauses.push(...this.#collector.takeRecords());
    this.#collector.disconnect();
    this.#took = inOrder(this.#turns.map(({ took }) => took));
    this.#worked = inOrder(this.#turns.map((turn) => Math.max(0, turn.took - this.#collectedIn(turn))));
  }

  /** @param percent 100: the longest */
  at = (percent: number): number => atPercent(this.#took, percent);
  /** The same without what the collector of garbage took. */
  withoutCollector = (percent: number): number => atPercent(this.#worked, percent);

  #collectedIn({ from, to }: Turn): number {
    return this.#pauses
      .filter(({ startTime }) => startTime >= from && startTime < to)
      .reduce((sum, { duration }) => sum + duration, 0);
  }
}

const inOrder = (all: readonly number[]) => all.toSorted((a, b) => a - b);
const atPercent = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
