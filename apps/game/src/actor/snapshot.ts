import { RULES, type GameState } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { SAVE_SNAPSHOT } from '../log/log.sql.js';
import type { Answered } from '../log/read.js';

/** Events from one snapshot of a game to the next; how many between the two depends on its length. */
export const SNAPSHOT_EVENTS = { least: 200, most: 2_000 };
/** Bounds of the waiting snapshots; beyond them a snapshot is skipped, and the next load is slower. */
const WAITING_MAX = 256;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;

export interface SavedGame {
  readonly gameId: string;
  readonly logId: string;
  readonly version: number;
  readonly state: GameState;
  readonly answered: readonly Answered[];
  readonly bytes: number;
  /** @param characters its length; null when it could not be written */
  onWritten(characters: number | null): void;
}

/** Writes snapshots one after another, in the background; of each game only the newest waits. */
export class SnapshotSaver {
  #waiting = new Map<string, SavedGame>();
  #waitingBytes = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  save(game: SavedGame): void {
    const older = this.#waiting.get(game.gameId);
    const bytes = this.#waitingBytes - (older?.bytes ?? 0) + game.bytes;
    if (!older && this.#waiting.size >= WAITING_MAX) return game.onWritten(null);
    const isOnlyOne = this.#waiting.size === (older ? 1 : 0);
    if (!isOnlyOne && bytes > WAITING_BYTES_MAX) return game.onWritten(null);
    this.#waiting.set(game.gameId, game);
    this.#waitingBytes = bytes;
    this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      // Commands that have arrived go first.
      await new Promise(setImmediate);
      const [next] = this.#waiting.values();
      if (!next) break;
      this.#remove(next);
      const { gameId, logId, version } = next;
      const state = JSON.stringify(next.state);
      const answered = JSON.stringify(next.answered);
      const values = [gameId, logId, RULES, version, state, answered];
      try {
        await this.database.query(SAVE_SNAPSHOT, values);
        next.onWritten(state.length + answered.length);
      } catch (error) {
        next.onWritten(null);
        this.onFailure(error);
      }
    }
    this.#running = undefined;
  }

  /** Creates a new table instead of emptying the old one: see docs/benchmarks/experiments.md, 29. */
  #remove({ gameId, bytes }: SavedGame): void {
    this.#waitingBytes -= bytes;
    if (this.#waiting.size === 1) this.#waiting = new Map();
    else this.#waiting.delete(gameId);
  }
}
