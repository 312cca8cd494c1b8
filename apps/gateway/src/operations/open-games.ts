import { type LiveGame, liveGames, RefusedError } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';

/** Games shown at once; of more, those are left out in which nothing happened for longest. */
const MOST = 2_000;
const ANSWERED_WITHIN_MS = 3_000;

/** The games that are open now, as telemetry has read them from the log. */
export class OpenGames {
  readonly #games = new Map<string, LiveGame>();
  #cursor = '0';
  /** False: telemetry did not answer when it was last asked, and what is here is old. */
  known = false;

  constructor(private readonly bus: Bus) {}

  get all(): LiveGame[] {
    return [...this.#games.values()];
  }

  /** What changed since the last look; games that are over are among it once. */
  async look(): Promise<readonly LiveGame[]> {
    if (!this.bus.connected) {
      this.known = false;
      return [];
    }
    try {
      const { cursor, games } = await this.bus.call(
        liveGames,
        { after: this.#cursor },
        { timeoutMs: ANSWERED_WITHIN_MS },
      );
      this.#cursor = cursor;
      this.known = true;
      for (const game of games) this.#take(game);
      return games;
    } catch (error) {
      if (!(error instanceof BusError) && !(error instanceof RefusedError)) throw error;
      this.known = false;
      return [];
    }
  }

  /** Nobody looks any more; whoever does next begins anew. */
  forget(): void {
    this.#games.clear();
    this.#cursor = '0';
    this.known = false;
  }

  /** Behind all others: they stand in the order of their changes. */
  #take(game: LiveGame): void {
    this.#games.delete(game.gameId);
    if (game.status === 'completed') return;
    this.#games.set(game.gameId, game);
    if (this.#games.size > MOST) this.#games.delete(this.#games.keys().next().value as string);
  }
}
