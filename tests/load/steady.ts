import { setTimeout as pause } from 'node:timers/promises';
import { timesOf, type Times } from './percentiles.js';
import { LoadSession } from './session.js';

const WARM_UP_MS = 2_000;
/** As long as most measuring takes. */
const SECONDS = 120;

/** Games that are played all the while, and whose buzzes are timed: what others do must not be felt there. */
export class Steady {
  readonly #session: LoadSession;
  #from = 0;

  private constructor(urls: readonly string[], games: number, rate: number, seconds: number) {
    this.#session = new LoadSession(urls, { games, players: 20, rate, seconds, warmUp: 0 });
  }

  /** @param rate buzzes a second over all games @param seconds how long they can be played */
  static async start(urls: readonly string[], games: number, rate: number, seconds = SECONDS): Promise<Steady> {
    const steady = new Steady(urls, games, rate, seconds);
    const session = steady.#session;
    await session.open();
    session.tally.measureFrom = 0;
    session.play();
    await pause(WARM_UP_MS);
    steady.mark();
    return steady;
  }

  /** What comes from now on is timed. */
  mark(): void {
    this.#from = this.#session.tally.latencies.length;
  }

  /** Since the mark. */
  get times(): Times {
    return timesOf(this.#session.tally.latencies.slice(this.#from));
  }

  /** From now until a second after `work`, for the buzzes while the last of it settles. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly times: Times }> {
    this.mark();
    const result = await work();
    await pause(1_000);
    return { result, times: this.times };
  }

  async finish(): Promise<{ readonly unseen: number; readonly stuck: number }> {
    await this.#session.finish();
    this.#session.close();
    const { unseen, stuck } = this.#session.tally;
    return { unseen, stuck: stuck.length };
  }
}
