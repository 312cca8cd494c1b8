import { Client } from 'pg';

export interface BareRow {
  readonly gameId: string;
  readonly version: number;
  readonly commandId: string;
  /** JSON text. */
  readonly event: string;
}

const TABLE = `create schema if not exists game; create table if not exists game.event (game_id text not null, version integer not null,
  command_id text, event json not null, primary key (game_id, version))`;
const APPEND = {
  name: 'append',
  text: 'insert into game.event select unnest($1::text[]), unnest($2::integer[]), unnest($3::text[]), unnest($4::json[])',
};

/** Rows of all games, one statement at a time; later rows go into the next. */
export class BareLog {
  #waiting: { readonly row: BareRow; readonly onCommitted: () => void }[] = [];
  #isWriting = false;

  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<BareLog> {
    const client = new Client(url);
    await client.connect();
    await client.query(TABLE);
    return new BareLog(client);
  }

  append(row: BareRow, onCommitted: () => void): void {
    this.#waiting.push({ row, onCommitted });
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => void this.#write());
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const rows = batch.map(({ row }) => row);
      await this.client.query({
        ...APPEND,
        values: [
          rows.map(({ gameId }) => gameId),
          rows.map(({ version }) => version),
          rows.map(({ commandId }) => commandId),
          rows.map(({ event }) => event),
        ],
      });
      for (const { onCommitted } of batch) onCommitted();
    }
    this.#isWriting = false;
  }
}
