import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { Client } from 'pg';

/** A second connection to the database, for what another process or an operator does meanwhile. */
export async function sql<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(url, async (client) => {
    await client.query('set search_path to game');
    return (await client.query<Row>(text, values)).rows;
  });
}

/** A transaction that stays open until it is committed or rolled back. */
export async function openTransaction(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set search_path to game');
  await client.query('begin');
  await client.query(text, values);
  return {
    /** One more statement of the same transaction. */
    also: async (more: string, its: unknown[]) => void (await client.query(more, its)),
    end: async (how: 'commit' | 'rollback') => {
      await client.query(how);
      await client.end();
    },
  };
}

export const INSERT_FOREIGN = `insert into event (game_id, version, event, at, epoch)
  values ($1, $2, '{"type":"owned","at":1,"epoch":0}', 1, $3)`;

/** Until then, what it was made for hangs. */
export interface Held {
  release(): Promise<void>;
}

/** Holds up every commit of an event whose text matches, after its row is written. */
export const holdCommits = (url: string, pattern: string): Promise<Held> =>
  hold(
    url,
    'hold_commit',
    `create constraint trigger hold_commit after insert on event deferrable initially deferred
    for each row when (new.event::text like '%${pattern}%') execute function hold_commit()`,
  );

/** Holds up every event whose text matches before its row is written. */
export const holdRows = (url: string, pattern: string): Promise<Held> =>
  hold(
    url,
    'hold_row',
    `create trigger hold_row before insert on event
    for each row when (new.event::text like '%${pattern}%') execute function hold_row()`,
  );

/** The trigger waits for an advisory lock that is held here; the lock time-out of the append does not end that. */
async function hold(url: string, name: string, trigger: string): Promise<Held> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set search_path to game`);
  await client.query(`select pg_advisory_lock(hashtext('${name}'))`);
  await client.query(`create or replace function ${name}() returns trigger language plpgsql set lock_timeout to 0 as
    $$ begin perform pg_advisory_xact_lock_shared(hashtext('${name}')); return new; end $$;
    drop trigger if exists ${name} on event;
    ${trigger}`);
  return { release: () => client.end() };
}

export interface LoggedRow {
  version: number;
  user_id: string | null;
  command_id: string | null;
  type: string;
}
export const logOf = (url: string, gameId: string) =>
  sql<LoggedRow>(
    url,
    `select version, user_id, command_id, event->>'type' as type from event where game_id = $1 order by version`,
    [gameId],
  );

/** Refuses events with these words with a code (SQLSTATE). */
export const refuseRows = (url: string, pattern: string, code: string) =>
  sql(
    url,
    `create or replace function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
     drop trigger if exists refuse on event;
     create trigger refuse before insert on event for each row
       when (new.event::text like '%${pattern}%') execute function refuse()`,
  );

/** Waits until so many appends, one after the other, were seen waiting for another transaction. */
export async function whenAppendsWait(url: string, count: number): Promise<void> {
  const seen = new Set<string>();
  await eventually(async () => {
    const waiting = await sql<{ begun: string }>(
      url,
      `select query_start::text as begun from pg_stat_activity where datname = current_database()
        and query like 'insert into event%' and wait_event_type = 'Lock' and wait_event <> 'advisory'`,
    );
    for (const { begun } of waiting) seen.add(begun);
    if (seen.size < count) throw new Error(`${seen.size} of ${count} appends have waited`);
  });
}

/** Waits until each of so many replicas has checked the shards' locks so many times from now on. */
export async function whenLeasesLooked(url: string, replicas: number, times: number): Promise<void> {
  const looks = new Map<number, Set<string>>();
  await eventually(async () => {
    const now = await sql<{ pid: number; begun: string }>(
      url,
      `select pid, query_start::text as begun from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and query like '%pg_locks%'`,
    );
    for (const { pid, begun } of now) looks.set(pid, (looks.get(pid) ?? new Set()).add(begun));
    const enough = [...looks.values()].filter((each) => each.size > times).length;
    if (enough < replicas) throw new Error(`${enough} of ${replicas} replicas have looked ${times} times`);
  });
}

/** The server's processes for connections whose last statement was an append. */
export const writersAt = async (url: string): Promise<number[]> =>
  (
    await sql<{ pid: number }>(
      url,
      `select pid from pg_stat_activity where datname = current_database() and query like 'insert into event%'`,
    )
  ).map(({ pid }) => pid);

/** Waits until `holdCommits` or `holdRows` holds up an append. */
export const whenAppendHangs = (url: string): Promise<void> =>
  eventually(async () => {
    const appends = await sql(
      url,
      `select from pg_stat_activity where datname = current_database() and query like 'insert into event%'
        and wait_event = 'advisory'`,
    );
    if (appends.length === 0) throw new Error('no append hangs');
  });
