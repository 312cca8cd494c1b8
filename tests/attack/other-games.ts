import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../load/percentiles.js';
import type { Socket, Target } from './target.js';

const GAMES = 6;
/** Of one moderator's socket, below what it may give. */
const EVERY_MS = 80;

/** Games beside the attack: how long their moderators wait for an answer. */
export class OtherGames {
  #times: number[] = [];
  #sinceStart: number[] = [];
  #isOver = false;
  readonly #playing: Promise<void>[] = [];

  static async open(target: Target): Promise<OtherGames> {
    const otherGames = new OtherGames();
    for (let i = 0; i < GAMES; i++) {
      const moderator = await target.guest();
      const { gameId } = await target.game(moderator);
      const playing = otherGames.#play(await target.enter(gameId, 'moderator', moderator));
      otherGames.#playing.push(playing);
      // Told by `close`.
      playing.catch(() => undefined);
    }
    return otherGames;
  }

  /** The 99th percentile since the last call, ms; NaN of nothing. */
  takeP99(): number {
    const p99 = percentile(this.#times, 0.99);
    this.#times = [];
    return p99;
  }

  /** The 99th percentile since the last restart, ms; NaN of nothing. */
  p99SinceRestart(): number {
    return percentile(this.#sinceStart, 0.99);
  }

  restart(): void {
    [this.#times, this.#sinceStart] = [[], []];
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#playing);
  }

  async #play(desk: Socket): Promise<void> {
    for (let on = true; !this.#isOver; on = !on) {
      const askedAt = performance.now();
      // A refusal that asks to retry extends the wait.
      for (let answer = ''; answer !== 'ok';) {
        answer = await desk.answer({ type: 'switchTimeTrial', on });
        if (answer === 'closed') throw new Error('the socket of a game that nobody attacked was closed');
      }
      const tookMs = performance.now() - askedAt;
      this.#times.push(tookMs);
      this.#sinceStart.push(tookMs);
      await pause(EVERY_MS);
    }
    desk.end();
  }
}
