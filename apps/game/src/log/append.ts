import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@earworm/service-kit/resilience';
import { DatabaseError, type Client } from 'pg';
import { backoffMs, closeConnection, connect, destroyConnection } from './connect.js';
import { APPEND } from './log.sql.js';

export interface LogRow {
  readonly gameId: string;
  readonly version: number;
  readonly userId: string | null;
  readonly commandId: string | null;
  readonly event: string;
  readonly at: number;
  readonly epoch: number;
}

/** `unknown`: the connection broke or timed out, the rows may be in the log. `unsent`: there was no connection. */
export type Outcome =
  { readonly kind: 'committed' | 'unknown' | 'unsent' } | { readonly kind: 'refused'; readonly code: string };

const SESSION = {
  lock_timeout: 250,
  statement_timeout: 2_000,
  synchronous_commit: 'on',
  // The plan is the same for any number of rows.
  plan_cache_mode: 'force_generic_plan',
} as const;
/** Longer than the statement's own time-out: beyond it the server is unreachable. */
const ANSWER_WITHIN_MS = 3_000;

/** The one connection that writes the log: one statement at a time, each its own transaction. */
export class LogWriter {
  #client: Client | undefined;
  #connecting: Promise<void> | undefined;
  #attempt = 0;
  #isClosed = false;

  constructor(private readonly url: string) {}

  /** @param rows sorted by game and version, so that two replicas cannot deadlock */
  async append(rows: readonly LogRow[]): Promise<Outcome> {
    const client = this.#client ?? (await this.open());
    if (!client) return { kind: this.#isClosed ? 'unknown' : 'unsent' };
    try {
      await withTimeout(ANSWER_WITHIN_MS, () => client.query({ name: 'append', text: APPEND, values: columns(rows) }));
      return { kind: 'committed' };
    } catch (error) {
      // The statement was rolled back after an ERROR; anything worse leaves open whether it committed.
      if (error instanceof DatabaseError && error.severity === 'ERROR' && error.code)
        return { kind: 'refused', code: error.code };
      if (this.#client === client) this.#client = undefined;
      destroyConnection(client);
      return { kind: 'unknown' };
    }
  }

  async open(): Promise<Client | undefined> {
    if (!this.#client && !this.#isClosed) await (this.#connecting ??= this.#connect());
    return this.#client;
  }

  async #connect(): Promise<void> {
    try {
      if (this.#attempt > 0) await sleep(backoffMs(this.#attempt));
      const opened = await connect(this.url, SESSION, () => {
        if (this.#client === opened) this.#client = undefined;
      });
      this.#attempt = 0;
      if (this.#isClosed) await closeConnection(opened);
      else this.#client = opened;
    } catch {
      this.#attempt = Math.min(this.#attempt + 1, 10);
    } finally {
      this.#connecting = undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await closeConnection(client);
  }
}

function columns(rows: readonly LogRow[]): unknown[] {
  return [
    rows.map((row) => row.gameId),
    rows.map((row) => row.version),
    rows.map((row) => row.userId),
    rows.map((row) => row.commandId),
    `[${rows.map((row) => row.event).join(',')}]`,
    rows.map((row) => row.at),
    rows.map((row) => row.epoch),
  ];
}
