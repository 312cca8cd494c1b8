import { type LiveGame, liveGames, RefusedError } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';

const MAX_GAMES = 2_000;
const ANSWERED_WITHIN_MS = 3_000;

/** Open games, as read by telemetry. */
export class OpenGames {
  readonly #games = new Map<string, LiveGame>();
  #cursor = '0';
  /** Counts resets: a reply to an earlier request is about other games. */
  #generation = 0;
  /** False: telemetry did not answer. */
  isKnown = false;

  constructor(private readonly bus: Bus) {}

  get all(): LiveGame[] {
    return [...this.#games.values()];
  }

  async refresh(): Promise<readonly LiveGame[]> {
    if (!this.bus.connected) {
      this.isKnown = false;
      return [];
    }
    const generation = this.#generation;
    try {
      const { cursor, games } = await this.bus.call(
        liveGames,
        { after: this.#cursor },
        { timeoutMs: ANSWERED_WITHIN_MS },
      );
      if (generation !== this.#generation) return [];
      this.#cursor = cursor;
      this.isKnown = true;
      for (const game of games) this.#put(game);
      return games;
    } catch (error) {
      if (!(error instanceof BusError) && !(error instanceof RefusedError)) throw error;
      if (generation === this.#generation) this.isKnown = false;
      return [];
    }
  }

  reset(): void {
    this.#generation++;
    this.#games.clear();
    this.#cursor = '0';
    this.isKnown = false;
  }

  #put(game: LiveGame): void {
    this.#games.delete(game.gameId);
    if (game.status === 'completed') return;
    this.#games.set(game.gameId, game);
    if (this.#games.size > MAX_GAMES) this.#games.delete(this.#games.keys().next().value as string);
  }
}
