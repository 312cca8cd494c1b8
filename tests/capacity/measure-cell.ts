import { setTimeout as pause } from 'node:timers/promises';
import { PlayerPool, type PoolReplies } from '../load/player-pool.js';
import { type Layout, withLayout } from '../load/layout.js';
import { machineCpuSeconds, usageOf, type Usage } from '../load/usage.js';
import { type Cell, type LayoutName, ratesOf, risingRates } from './plan.js';

/** Above this, delays are noticeable. */
export const PLAYABLE_P99_MS = 100;
const PARALLEL_JOINS = 48;
const PLAYERS = 'players';

/** How long each step takes, ms. */
export interface Pace {
  readonly warmUpMs: number;
  readonly idleMs: number;
  readonly playMs: number;
  readonly risingMs: number;
}
export const FULL_PACE: Pace = { warmUpMs: 5_000, idleMs: 4_000, playMs: 5_000, risingMs: 4_000 };
export const QUICK_PACE: Pace = { warmUpMs: 3_000, idleMs: 3_000, playMs: 3_000, risingMs: 3_000 };
/** How many rising rates are tried at most. */
const MOST_STEPS = 2;

type ByPart = Readonly<Record<string, number>>;

export interface Step {
  readonly what: 'idle' | 'play' | 'rise';
  readonly seconds: number;
  /** Received by all sockets in that time. */
  readonly buzzes: number;
  readonly p50: number | null;
  readonly p99: number | null;
  /** CPU seconds by process. */
  readonly cpu: ByPart;
  /** Cores that neither the product nor its players used meanwhile. */
  readonly othersCores: number;
}

export interface MeasuredCell extends Cell {
  readonly layout: LayoutName;
  /** All players sign in, connect and join, as fast as possible. */
  readonly joins: {
    readonly count: number;
    readonly seconds: number;
    readonly p99: number | null;
    readonly cpu: ByPart;
  };
  readonly steps: readonly Step[];
  /** Of each process's own memory, MB: before the first join, and the most afterwards. */
  readonly memory: { readonly before: ByPart; readonly most: ByPart };
}

/** On average over a cell. */
export function othersCoresIn({ steps }: MeasuredCell): number {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  return steps.reduce((sum, step) => sum + step.othersCores * step.seconds, 0) / seconds;
}

/** Plays one cell on separate servers. */
export async function measureCell(layoutName: LayoutName, cell: Cell, pace: Pace): Promise<MeasuredCell> {
  const rates = ratesOf(cell);
  const rising = layoutName === 'standalone' ? [...risingRates(cell)].slice(0, MOST_STEPS) : [];
  const inAllMs = pace.warmUpMs + rates.length * pace.playMs + rising.length * pace.risingMs;
  return withLayout({ layout: layoutName }, async (layout) => {
    const pool = new PlayerPool({
      ...{ urls: layout.urls, games: cell.rooms, players: cell.players, parallelJoins: PARALLEL_JOINS },
      ...{ rate: Math.max(...rates, ...rising), seconds: inAllMs / 1_000 },
    });
    try {
      return { layout: layoutName, ...cell, ...(await new Measuring(layout, pool, pace).run(rates, rising)) };
    } finally {
      await pool.close();
    }
  });
}

/** Beyond what is playable a process does not use more, but takes longer. */
export const isPlayable = ({ what, p99 }: Pick<Step, 'what' | 'p99'>): boolean =>
  what === 'idle' || (p99 !== null && p99 <= PLAYABLE_P99_MS);

class Measuring {
  readonly #most: Record<string, number> = {};

  constructor(
    private readonly layout: Layout,
    private readonly pool: PlayerPool,
    private readonly pace: Pace,
  ) {}

  async run(rates: readonly number[], rising: readonly number[]): Promise<Omit<MeasuredCell, 'layout' | keyof Cell>> {
    const { warmUpMs, idleMs, playMs, risingMs } = this.pace;
    await pause(idleMs / 2);
    const before = (await this.#usage()).memory;
    const { result: seated, ...coming } = await this.#during(() => this.pool.open());
    await this.pool.play(warmUpMs, Math.max(...rates));
    const steps: Step[] = [await this.#step('idle', () => pause(idleMs, undefined))];
    for (const rate of rates) steps.push(await this.#step('play', () => this.pool.play(playMs, rate)));
    for (const rate of rising) {
      const step = await this.#step('rise', () => this.pool.play(risingMs, rate));
      steps.push(step);
      if (!isPlayable(step)) break;
    }
    return {
      joins: {
        count: seated.join.count,
        seconds: seated.seatedWithinMs / 1_000,
        p99: seated.join.p99,
        cpu: coming.cpu,
      },
      steps,
      memory: { before, most: this.#most },
    };
  }

  async #step(what: Step['what'], work: () => Promise<PoolReplies['play'] | undefined>): Promise<Step> {
    const { result, ...used } = await this.#during(work);
    if (result === undefined) return { what, buzzes: 0, p50: null, p99: null, ...used };
    const { count, p50, p99, unseen, stuck } = result;
    if (unseen + stuck > 0) throw new Error(`${unseen} buzzes were not seen by all, ${stuck} games were stuck`);
    return { what, buzzes: count, p50, p99, ...used };
  }

  async #during<T>(work: () => Promise<T>) {
    const [before, machineBefore] = [await this.#usage(), await machineCpuSeconds()];
    const result = await work();
    const [after, machineAfter] = [await this.#usage(), await machineCpuSeconds()];
    const seconds = (after.at - before.at) / 1_000;
    const used = Object.fromEntries(
      [...after.cpuSeconds].map(([name, total]) => [name, total - (before.cpuSeconds.get(name) ?? 0)]),
    );
    const { [PLAYERS]: players = 0, ...cpu } = used;
    const ours = Object.values(cpu).reduce((sum, each) => sum + each, players);
    for (const [name, mb] of Object.entries(after.memory)) this.#most[name] = Math.max(this.#most[name] ?? 0, mb);
    return { result, seconds, cpu, othersCores: (machineAfter - machineBefore - ours) / seconds };
  }

  async #usage(): Promise<Usage & { readonly memory: ByPart }> {
    const usage = await usageOf([...this.layout.parts, { name: PLAYERS, pid: this.pool.pid }]);
    if (usage === null) throw new Error('what processes use can only be read from /proc, of processes that run');
    const { [PLAYERS]: _, ...memory } = Object.fromEntries(usage.rssMbOf);
    return { ...usage, memory };
  }
}
