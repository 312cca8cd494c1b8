import { RULES, type GameState } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import type { Answered } from '../log/read.js';

/** A game has a new snapshot written when it has grown by this many events since the last. */
export const SNAPSHOT_EVERY = 200;
/**
 * Games whose snapshot may wait to be written, and what they may take of the heap together: they have left memory perhaps.
 * Past it a snapshot is left out, which costs time at the next load.
 */
const WAITING_MAX = 256;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;

export interface SavedGame {
  readonly gameId: string;
  readonly logId: string;
  readonly version: number;
  /** Committed state only. */
  readonly state: GameState;
  readonly answered: readonly Answered[];
  /** What the game is estimated to take of the heap. */
  readonly bytes: number;
  /** Called with the characters of its text. */
  onWritten(characters: number): void;
}

const SAVE = `insert into snapshot (game_id, log_id, rules, version, state, answered)
  values ($1, $2, $3, $4, $5::json, $6::json)
  on conflict (game_id) do update set log_id = excluded.log_id, rules = excluded.rules, version = excluded.version,
    state = excluded.state, answered = excluded.answered, saved_at = now()
  where snapshot.rules <> excluded.rules or snapshot.log_id <> excluded.log_id or snapshot.version < excluded.version`;

/** Writes snapshots one after another, away from the path of commands; only the newest of a game waits. */
export class SnapshotSaver {
  private waiting = new Map<string, SavedGame>();
  private waitingBytes = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  save(game: SavedGame): void {
    const older = this.waiting.get(game.gameId);
    const bytes = this.waitingBytes - (older?.bytes ?? 0) + game.bytes;
    if (!older && this.waiting.size >= WAITING_MAX) return;
    // One game alone always may.
    if (this.waiting.size > (older ? 1 : 0) && bytes > WAITING_BYTES_MAX) return;
    this.waiting.set(game.gameId, game);
    this.waitingBytes = bytes;
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    for (;;) {
      // Lets the commands that are here go first.
      await new Promise(setImmediate);
      const [next] = this.waiting.values();
      if (!next) break;
      this.remove(next);
      const { gameId, logId, version } = next;
      const [state, answered] = [JSON.stringify(next.state), JSON.stringify(next.answered)];
      next.onWritten(state.length + answered.length);
      const values = [gameId, logId, RULES, version, state, answered];
      await this.database.query(SAVE, values).catch(this.onFailure);
    }
    this.running = undefined;
  }

  /** Begins a new table rather than empty the old: see decision 29. */
  private remove({ gameId, bytes }: SavedGame): void {
    this.waitingBytes -= bytes;
    if (this.waiting.size === 1) this.waiting = new Map();
    else this.waiting.delete(gameId);
  }
}
