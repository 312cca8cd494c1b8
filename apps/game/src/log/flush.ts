import type { LogRow, Outcome } from './append.js';

/** What a game is told of the rows it handed over. Exactly one of the three for every row, except after `withdraw`. */
export interface Author {
  /** It has lost the game: what it left unsent must not be written any more. */
  readonly isGone: boolean;
  /** Everything up to this version is in the log. Must publish before it returns, and must not throw. */
  committed(version: number): void;
  /** Its rows were refused, also when written alone: what it built on them does not exist. */
  refused(code: string): void;
  /** Nobody knows: it must read the log before it says anything. */
  uncertain(): void;
}

export interface FlushMetrics {
  batch(rows: number, seconds: number): void;
  outcome(kind: 'committed' | 'refused' | 'unknown'): void;
}

interface Waiting {
  readonly author: Author;
  readonly rows: LogRow[];
}

/** Rows of this many bytes may wait; past it `offer` says no and the command is answered `busy`. */
export const WAITING_BYTES_MAX = 8 * 1024 * 1024;
const ROW_OVERHEAD_BYTES = 160;
const sizeOf = (rows: readonly LogRow[]) => rows.reduce((sum, row) => sum + row.event.length + ROW_OVERHEAD_BYTES, 0);

/**
 * Collects the appends of all games while one statement is in flight, then writes everything that waits in the next.
 * There is no timer: an idle log writes at once, a busy one in groups.
 */
export class Flush {
  private waiting = new Map<string, Waiting>();
  private waitingBytes = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly write: (rows: readonly LogRow[]) => Promise<Outcome>,
    private readonly metrics: FlushMetrics,
    private readonly onCommitted: () => void = () => undefined,
  ) {}

  /** Rows of one game, going on from what it offered before. False when too much waits: nothing was taken. */
  offer(author: Author, gameId: string, rows: readonly LogRow[]): boolean {
    const bytes = sizeOf(rows);
    if (this.waitingBytes + bytes > WAITING_BYTES_MAX) return false;
    const mine = this.waiting.get(gameId);
    if (mine?.author === author) mine.rows.push(...rows);
    else {
      // An author before this one has lost the game; what it left was never sent and never will be.
      if (mine) this.withdraw(mine.author, gameId);
      this.waiting.set(gameId, { author, rows: [...rows] });
    }
    this.waitingBytes += bytes;
    // A microtask, so that commands delivered in one read of the bus share a statement.
    this.running ??= Promise.resolve().then(() => this.run());
    return true;
  }

  /** Forgets what a game offered and has not been sent yet. */
  withdraw(author: Author, gameId: string): void {
    const mine = this.waiting.get(gameId);
    if (mine?.author !== author) return;
    this.waiting.delete(gameId);
    this.waitingBytes -= sizeOf(mine.rows);
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, waiting]) => waiting);
      this.waiting = new Map();
      this.waitingBytes = 0;
      const outcome = await this.send(batch);
      if (outcome.kind === 'unsent') this.putBack(batch);
      else if (outcome.kind === 'refused' && batch.length > 1) await this.sendEachAlone(batch);
      else for (const game of batch) this.tell(game, outcome);
    }
    this.running = undefined;
  }

  /** One bad game must not fail the others. */
  private async sendEachAlone(batch: readonly Waiting[]): Promise<void> {
    for (const game of batch) {
      const outcome = await this.send([game]);
      if (outcome.kind === 'unsent') this.putBack([game]);
      else this.tell(game, outcome);
    }
  }

  private async send(batch: readonly Waiting[]): Promise<Outcome> {
    const rows = batch.length === 1 && batch[0] ? batch[0].rows : batch.flatMap((game) => game.rows);
    const start = performance.now();
    const outcome = await this.write(rows);
    if (outcome.kind === 'unsent') return outcome;
    this.metrics.outcome(outcome.kind);
    if (outcome.kind === 'committed') this.metrics.batch(rows.length, (performance.now() - start) / 1_000);
    return outcome;
  }

  private tell(game: Waiting, outcome: Outcome): void {
    const last = game.rows.at(-1);
    if (outcome.kind === 'committed' && last) {
      game.author.committed(last.version);
      this.onCommitted();
    } else if (outcome.kind === 'refused') game.author.refused(outcome.code);
    else game.author.uncertain();
  }

  /** Nothing was sent: the rows go in front of what the same games offered meanwhile. */
  private putBack(batch: readonly Waiting[]): void {
    for (const { author, rows } of batch) {
      const gameId = rows[0]?.gameId;
      if (gameId === undefined || author.isGone) continue;
      const later = this.waiting.get(gameId);
      if (later && later.author !== author) continue;
      this.waiting.set(gameId, { author, rows: [...rows, ...(later?.rows ?? [])] });
      this.waitingBytes += sizeOf(rows);
    }
  }
}
