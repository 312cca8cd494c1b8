import { setTimeout as pause } from 'node:timers/promises';
import { timesOf, type Times } from './percentiles.js';
import { LoadSession } from './session.js';

const WARM_UP_MS = 2_000;
const CALM_MS = 8_000;
/** As long as most measurements take. */
const SECONDS = 120;

/** Games of 20 that are played all the time and whose buzzes are timed: other load on the server must not delay them. */
export class BackgroundGames {
  readonly #session: LoadSession;

  private constructor(urls: readonly string[], games: number, rate: number, seconds: number) {
    this.#session = new LoadSession(urls, { games, players: 20, rate, seconds, warmUp: 0 });
  }

  /** @param rate buzzes a second over all games @param seconds how long they can be played */
  static async start(urls: readonly string[], games: number, rate: number, seconds = SECONDS) {
    const background = new BackgroundGames(urls, games, rate, seconds);
    const session = background.#session;
    await session.open();
    session.tally.measureFrom = 0;
    session.play();
    await pause(WARM_UP_MS);
    return background;
  }

  /** Buzzes while nothing else is done. */
  async calm(forMs = CALM_MS): Promise<Times> {
    return (await this.#timed(() => pause(forMs))).times;
  }

  /** Buzzes from now until a second after `work`, so that those sent during its end are counted. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly times: Times }> {
    return this.#timed(async () => {
      const result = await work();
      await pause(1_000);
      return result;
    });
  }

  /** Throws when a buzz did not reach every client, or a game could not be played on. */
  async finish(): Promise<void> {
    await this.#session.finish();
    this.#session.close();
    const { unseen, stuck } = this.#session.tally;
    if (unseen + stuck.length > 0)
      throw new Error(`${unseen} buzzes did not reach every client, ${stuck.length} games were stuck: ${stuck[0]}`);
  }

  async #timed<T>(work: () => Promise<T>) {
    const { latencies } = this.#session.tally;
    const from = latencies.length;
    const result = await work();
    return { result, times: timesOf(latencies.slice(from)) };
  }
}
