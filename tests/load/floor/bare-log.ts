import { Client } from 'pg';

export interface BareRow {
  readonly gameId: string;
  readonly version: number;
  readonly commandId: string;
  /** JSON text. */
  readonly event: string;
}

const TABLE = `create schema if not exists game; create table if not exists game.event (game_id text not null, version integer not null,
  command_id text, event json not null, primary key (game_id, version)); create table if not exists game.guest (id uuid primary key, at timestamptz not null default now())`;
const APPEND = {
  name: 'append',
  text: 'insert into game.event select unnest($1::text[]), unnest($2::integer[]), unnest($3::text[]), unnest($4::json[])',
};

const GUEST = { name: 'guest', text: 'insert into game.guest select unnest($1::uuid[])' };

/** Rows of all games, one statement at a time; later rows go into the next. */
export class BareLog {
  #waiting: { readonly row: BareRow; readonly onCommitted: () => void }[] = [];
  #guests: { readonly id: string; readonly onCommitted: () => void }[] = [];
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
    this.#begin();
  }

  guest(id: string, onCommitted: () => void): void {
    this.#guests.push({ id, onCommitted });
    this.#begin();
  }

  close(): Promise<void> {
    return this.client.end();
  }

  #begin(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => void this.#write());
  }

  async #write(): Promise<void> {
    while (this.#waiting.length + this.#guests.length > 0) {
      const guests = this.#guests;
      this.#guests = [];
      if (guests.length > 0) await this.client.query({ ...GUEST, values: [guests.map(({ id }) => id)] });
      for (const { onCommitted } of guests) onCommitted();
      if (this.#waiting.length === 0) continue;
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
