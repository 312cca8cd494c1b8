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

type Write = (rows: readonly LogRow[]) => Promise<Outcome>;

/** Rows of this many bytes may wait; past it `offer` says no and the command is answered `busy`. */
export const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/**
 * A game whose rows are longer than this is written alone, beside the others: a board of 2 MB takes the log as long as a
 * thousand presses.
 */
const LARGE_BYTES = 64 * 1024;
const ROW_OVERHEAD_BYTES = 160;
const sizeOf = (rows: readonly LogRow[]) => rows.reduce((sum, row) => sum + row.event.length + ROW_OVERHEAD_BYTES, 0);

/**
 * Collects the appends of all games while one statement is in flight, then writes everything that waits in the next.
 * There is no timer: an idle log writes at once, a busy one in groups. One large game at a time is written on a connection of
 * its own; what it offers meanwhile waits for that, so the versions of each game are written in order.
 */
export class Flush {
  private waiting = new Map<string, Waiting>();
  private waitingBytes = 0;
  private running: Promise<void> | undefined;
  private large: { readonly gameId: string; readonly written: Promise<void> } | undefined;

  constructor(
    private readonly write: Write,
    private readonly metrics: FlushMetrics,
    private readonly onCommitted: () => void = () => undefined,
    private readonly writeLarge: Write = write,
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
    while (this.running || this.large) await (this.running ?? this.large?.written);
  }

  private async run(): Promise<void> {
    for (let batch = this.take(); batch.length > 0; batch = this.take()) {
      const outcome = await this.send(batch);
      if (outcome.kind === 'unsent') this.putBack(batch);
      else if (outcome.kind === 'refused' && batch.length > 1) await this.sendEachAlone(batch);
      else for (const game of batch) this.tell(game, outcome);
    }
    this.running = undefined;
  }

  /** What is written next, sorted by game. A large game is started on its own connection when that is free. */
  private take(): Waiting[] {
    const batch: [string, Waiting][] = [];
    const left = new Map<string, Waiting>();
    let leftBytes = 0;
    for (const [gameId, game] of this.waiting) {
      const bytes = sizeOf(game.rows);
      if (this.large?.gameId !== gameId && bytes <= LARGE_BYTES) batch.push([gameId, game]);
      else if (!this.large) this.large = { gameId, written: this.writeAlone(game) };
      else {
        left.set(gameId, game);
        leftBytes += bytes;
      }
    }
    this.waiting = left;
    this.waitingBytes = leftBytes;
    return batch.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, game]) => game);
  }

  private async writeAlone(game: Waiting): Promise<void> {
    const outcome = await this.send([game], this.writeLarge);
    this.large = undefined;
    if (outcome.kind === 'unsent') this.putBack([game]);
    else this.tell(game, outcome);
    this.running ??= Promise.resolve().then(() => this.run());
  }

  /** One bad game must not fail the others. */
  private async sendEachAlone(batch: readonly Waiting[]): Promise<void> {
    for (const game of batch) {
      const outcome = await this.send([game]);
      if (outcome.kind === 'unsent') this.putBack([game]);
      else this.tell(game, outcome);
    }
  }

  private async send(batch: readonly Waiting[], write = this.write): Promise<Outcome> {
    const rows = batch.length === 1 && batch[0] ? batch[0].rows : batch.flatMap((game) => game.rows);
    const start = performance.now();
    const outcome = await write(rows);
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
