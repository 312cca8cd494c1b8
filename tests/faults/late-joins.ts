import { setTimeout as sleep } from 'node:timers/promises';
import { signInGuest, type Guest } from '../load/guests.js';
import type { LoadGame } from '../load/load-game.js';

/** People come as long as things go wrong, up to this many in all. */
const MOST = 60;
const EVERY_MS = { least: 500, most: 4_000 };
/** A person would go on trying for about this long. */
const IN_WITHIN_MS = 60_000;

interface Terms {
  readonly games: readonly LoadGame[];
  readonly urls: readonly string[];
  readonly random: () => number;
}

/** Guests who sign in and join while services are down: they retry, through another gateway, until they have joined. */
export class LateJoins {
  /** Who gave up, and why. */
  readonly turnedAway: string[] = [];
  #isOver = false;
  #isHeld = false;
  readonly #under = new Set<Promise<void>>();
  readonly #coming: Promise<void>;

  constructor(private readonly terms: Terms) {
    this.#coming = this.#come();
  }

  /** Resolves when all guests have joined or given up. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#coming;
  }

  /** No more guests start until `release`. Resolves when all that did have joined or given up. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    await Promise.all(this.#under);
  }

  release(): void {
    this.#isHeld = false;
  }

  async #come(): Promise<void> {
    const { games, random } = this.terms;
    for (let number = 1; number <= MOST && !this.#isOver; number++) {
      await sleep(EVERY_MS.least + random() * (EVERY_MS.most - EVERY_MS.least));
      const game = games[Math.floor(random() * games.length)];
      if (!game || this.#isOver) break;
      if (this.#isHeld) continue;
      const arrived: Promise<void> = this.#enter(game, `Newcomer ${number}`).finally(() => this.#under.delete(arrived));
      this.#under.add(arrived);
    }
    await Promise.all(this.#under);
  }

  async #enter(game: LoadGame, name: string): Promise<void> {
    const until = performance.now() + IN_WITHIN_MS;
    try {
      await game.joinLate(await this.#signIn(until), name);
    } catch (error) {
      this.turnedAway.push(`${name}: ${String(error)}`);
    }
  }

  async #signIn(until: number): Promise<Guest> {
    const { urls, random } = this.terms;
    for (;;) {
      try {
        return await signInGuest(urls[Math.floor(random() * urls.length)] ?? '');
      } catch (error) {
        if (performance.now() > until) throw error;
        await sleep(300 + random() * 700);
      }
    }
  }
}
