import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import { backoffMs, connect, cut, farewell } from './connect.js';

export interface LogRow {
  readonly gameId: string;
  readonly version: number;
  readonly userId: string | null;
  readonly commandId: string | null;
  /** JSON text of the event. */
  readonly event: string;
  readonly at: number;
  readonly epoch: number;
}

/**
 * `refused`: the server said no, nothing was written. `unknown`: the connection broke or the server did not answer in
 * time; the rows may or may not be in the log. `unsent`: there was no connection, so nothing was tried.
 */
export type Outcome =
  | { readonly kind: 'committed' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsent' };

const SESSION = {
  lock_timeout: 250,
  statement_timeout: 2_000,
  synchronous_commit: 'on',
  // There is one way to do it, whatever the number of rows: planning it each time would only cost.
  plan_cache_mode: 'force_generic_plan',
} as const;
/** Longer than the statement's own time-out: past this the server is not there. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * All arrays are equally long; unnested side by side they need no table in between. The events are one JSON text, for in an
 * array of texts each of their quotes would be escaped here and read there: a tenth of a second for a game of 2 MB.
 */
const APPEND = {
  name: 'append',
  text: `insert into event (game_id, version, user_id, command_id, event, at, epoch)
    select unnest($1::text[]), unnest($2::integer[]), unnest($3::text[]), unnest($4::text[]), json_array_elements($5::json),
      unnest($6::bigint[]), unnest($7::bigint[])`,
};

/** The one connection that writes the log: one statement at a time, each its own transaction. */
export class LogWriter {
  private client: Client | undefined;
  private connecting: Promise<void> | undefined;
  private attempt = 0;
  private closed = false;

  constructor(private readonly url: string) {}

  /** `rows` sorted by game and version, so that two replicas never wait for each other in a circle. */
  async append(rows: readonly LogRow[]): Promise<Outcome> {
    const client = this.client ?? (await this.open());
    if (!client) return { kind: this.closed ? 'unknown' : 'unsent' };
    const watch = setTimeout(() => cut(client), ANSWER_WITHIN_MS);
    try {
      await client.query({ ...APPEND, values: columns(rows) });
      return { kind: 'committed' };
    } catch (error) {
      // An error of the statement itself means it was rolled back; anything worse leaves it open whether it committed.
      if (error instanceof DatabaseError && error.severity === 'ERROR' && error.code)
        return { kind: 'refused', code: error.code };
      if (this.client === client) this.client = undefined;
      cut(client);
      return { kind: 'unknown' };
    } finally {
      clearTimeout(watch);
    }
  }

  /** Connects ahead of the first append. */
  async open(): Promise<Client | undefined> {
    if (!this.client && !this.closed) await (this.connecting ??= this.connect());
    return this.client;
  }

  private async connect(): Promise<void> {
    try {
      if (this.attempt > 0) await sleep(backoffMs(this.attempt));
      const opened = await connect(this.url, SESSION, () => {
        if (this.client === opened) this.client = undefined;
      });
      this.client = opened;
      this.attempt = 0;
    } catch {
      this.attempt = Math.min(this.attempt + 1, 10);
    } finally {
      this.connecting = undefined;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client } = this;
    this.client = undefined;
    await farewell(client);
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
