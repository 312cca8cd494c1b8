import type { LogRow, Outcome } from './append.js';

/** Learns the outcome of a game's appends: one call for all rows that were sent, none for rows that were withdrawn. */
export interface AppendListener {
  /** It has lost the game: its unsent rows must not be written. */
  readonly isGone: boolean;
  /** Everything up to this version is in the log. Must publish before it returns, and must not throw. */
  onCommitted(version: number): void;
  onRefused(code: string): void;
  /** Its rows may or may not be in the log, which must be read before any answer. */
  onUnknown(): void;
}

export interface FlushMetrics {
  batch(rows: number, seconds: number): void;
  outcome(kind: 'committed' | 'refused' | 'unknown'): void;
}

interface Append {
  readonly listener: AppendListener;
  readonly gameId: string;
  readonly rows: LogRow[];
  bytes: number;
}

type Write = (rows: readonly LogRow[]) => Promise<Outcome>;

/** Bytes of rows that may wait; beyond it `offer` returns false and the command is answered `busy`. */
export const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** A longer append is written alone, on the second connection: a copied board of 2 MB takes as long as a thousand buzzes. */
const LARGE_BYTES = 64 * 1024;
const ROW_OVERHEAD_BYTES = 160;
const sizeOf = (rows: readonly LogRow[]) => rows.reduce((sum, row) => sum + row.event.length + ROW_OVERHEAD_BYTES, 0);

/**
 * Group commit without a timer: collects the appends of all games while one statement is in flight, then writes them
 * all in the next. One large append at a time has its own connection; later appends of that game wait for it.
 */
export class Flush {
  #waiting = new Map<string, Append>();
  #waitingBytes = 0;
  #running: Promise<void> | undefined;
  #large: { readonly gameId: string; readonly written: Promise<void> } | undefined;

  constructor(
    private readonly write: Write,
    private readonly metrics: FlushMetrics,
    private readonly onCommitted: () => void = () => undefined,
    private readonly writeLarge: Write = write,
  ) {}

  /** Takes rows that continue what the game offered before. False, with nothing taken, when the queue is full. */
  offer(listener: AppendListener, gameId: string, rows: readonly LogRow[]): boolean {
    const bytes = sizeOf(rows);
    if (this.#waitingBytes + bytes > WAITING_BYTES_MAX) return false;
    const existing = this.#waiting.get(gameId);
    if (existing?.listener === listener) {
      existing.rows.push(...rows);
      existing.bytes += bytes;
    } else {
      // An earlier listener has lost the game.
      if (existing) this.withdraw(existing.listener, gameId);
      this.#waiting.set(gameId, { listener, gameId, rows: [...rows], bytes });
    }
    this.#waitingBytes += bytes;
    this.#schedule();
    return true;
  }

  withdraw(listener: AppendListener, gameId: string): void {
    const existing = this.#waiting.get(gameId);
    if (existing?.listener !== listener) return;
    this.#waiting.delete(gameId);
    this.#waitingBytes -= existing.bytes;
  }

  async idle(): Promise<void> {
    while (this.#running || this.#large) await (this.#running ?? this.#large?.written);
  }

  /** In a microtask, so that commands delivered in one read of the bus share a statement. */
  #schedule(): void {
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  async #run(): Promise<void> {
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      const outcome = await this.#send(batch, this.write);
      if (outcome.kind !== 'refused' || batch.length === 1) for (const append of batch) this.#settle(append, outcome);
      else for (const append of batch) this.#settle(append, await this.#send([append], this.write));
    }
    this.#running = undefined;
  }

  /** Sorted by game. Starts a large append when its connection is free. */
  #nextBatch(): Append[] {
    const batch: Append[] = [];
    const left = new Map<string, Append>();
    let leftBytes = 0;
    for (const append of this.#waiting.values()) {
      const { gameId, bytes } = append;
      if (this.#large?.gameId !== gameId && bytes <= LARGE_BYTES) batch.push(append);
      else if (!this.#large) this.#large = { gameId, written: this.#writeLarge(append) };
      else {
        left.set(gameId, append);
        leftBytes += bytes;
      }
    }
    this.#waiting = left;
    this.#waitingBytes = leftBytes;
    return batch.sort((a, b) => (a.gameId < b.gameId ? -1 : 1));
  }

  async #writeLarge(append: Append): Promise<void> {
    const outcome = await this.#send([append], this.writeLarge);
    this.#large = undefined;
    this.#settle(append, outcome);
    this.#schedule();
  }

  async #send(batch: readonly Append[], write: Write): Promise<Outcome> {
    const rows = batch.length === 1 && batch[0] ? batch[0].rows : batch.flatMap((append) => append.rows);
    const start = performance.now();
    const outcome = await write(rows);
    if (outcome.kind === 'unsent') return outcome;
    this.metrics.outcome(outcome.kind);
    if (outcome.kind === 'committed') this.metrics.batch(rows.length, (performance.now() - start) / 1_000);
    return outcome;
  }

  #settle(append: Append, outcome: Outcome): void {
    const { listener, rows } = append;
    const last = rows.at(-1);
    if (outcome.kind === 'unsent') this.#putBack(append);
    else if (outcome.kind === 'refused') listener.onRefused(outcome.code);
    else if (outcome.kind === 'committed' && last) {
      listener.onCommitted(last.version);
      this.onCommitted();
    } else listener.onUnknown();
  }

  /** Unsent rows go before those that the same game offered meanwhile. */
  #putBack({ listener, gameId, rows, bytes }: Append): void {
    if (listener.isGone) return;
    const later = this.#waiting.get(gameId);
    if (later && later.listener !== listener) return;
    const all = { listener, gameId, rows: [...rows, ...(later?.rows ?? [])], bytes: bytes + (later?.bytes ?? 0) };
    this.#waiting.set(gameId, all);
    this.#waitingBytes += bytes;
  }
}
