import { withClient } from '@earworm/service-kit/postgres';
import { BackupError } from './backup-error.js';

export type Client = Parameters<Parameters<typeof withClient>[1]>[0];

const ident = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Names the installation for good: that of its first server, which a restored database notes. */
export async function installationIn(client: Client): Promise<string> {
  const { rows } = await client.query<{ noted: string | null; system: string }>(
    `select shobj_description(oid, 'pg_database') as noted,
       (select system_identifier::text from pg_control_system()) as system
     from pg_database where datname = current_database()`,
  );
  return /^Earworm installation (\S+)$/.exec(rows[0]?.noted ?? '')?.[1] ?? rows[0]?.system ?? '';
}

/** What is at the name of a URL's database. */
export interface Present {
  readonly name: string;
  readonly owner: string;
  readonly installation: string;
  readonly hasGames: boolean;
  /** Users with an open connection. */
  readonly users: readonly string[];
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

const asAdmin = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(withDatabase(url, 'postgres'), work);

/** The role, if the server of a URL has it. */
export const existingRole = (url: string, role: string): Promise<string | undefined> =>
  asAdmin(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname = $1', [
      role,
    ]);
    return rows[0]?.name;
  });

/** Null: there is no such database. */
export async function presentAt(url: string): Promise<Present | null> {
  const name = databaseOf(url);
  const owner = await asAdmin(url, async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [name],
    );
    return rows[0]?.owner;
  });
  if (owner === undefined) return null;
  return withClient(url, async (client) => {
    const { rows: table } = await client.query<{ name: string | null }>(
      `select to_regclass('game.event')::text as name`,
    );
    const { rowCount } = table[0]?.name ? await client.query('select 1 from game.event limit 1') : { rowCount: 0 };
    const { rows: sessions } = await client.query<{ usename: string }>(
      `select distinct usename::text from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`,
    );
    const users = sessions.map(({ usename }) => usename);
    return { name, owner, installation: await installationIn(client), hasGames: rowCount === 1, users };
  });
}

/** A database under another name until `finish`, which puts it in the place of that of a URL. */
export interface NewDatabase {
  readonly url: string;
  /** Resolves with the name that the database of before has now; null: there was none. */
  finish(): Promise<string | null>;
  /** Removes it, or brings back the one of before. */
  undo(): Promise<void>;
}

/** `stamp`: what the database of before is called by. */
export async function makeDatabase(
  url: string,
  {
    owner,
    installation,
    stamp,
  }: { readonly owner: string | undefined; readonly installation: string; readonly stamp: string },
): Promise<NewDatabase> {
  const name = databaseOf(url);
  const [unfinished, before] = [`${name}_restoring`, `${name}_before_${stamp}`];
  const run = (...statements: readonly string[]) =>
    asAdmin(url, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  await run(
    `drop database if exists ${ident(unfinished)} with (force)`,
    `create database ${ident(unfinished)} template template0${owner === undefined ? '' : ` owner ${ident(owner)}`}`,
    `comment on database ${ident(unfinished)} is ${text(`Earworm installation ${installation}`)}`,
  );
  let state: 'made' | 'moved' | 'finished' = 'made';
  let hasOld = false;
  return {
    url: withDatabase(url, unfinished),
    async finish() {
      const present = await presentAt(url);
      hasOld = present !== null;
      if (present) requireUnused(present);
      if (hasOld) await run(`alter database ${ident(name)} rename to ${ident(before)}`);
      state = 'moved';
      await run(`alter database ${ident(unfinished)} rename to ${ident(name)}`);
      state = 'finished';
      return hasOld ? before : null;
    },
    async undo() {
      if (state === 'finished') await run(`alter database ${ident(name)} rename to ${ident(unfinished)}`);
      if (state !== 'made' && hasOld) await run(`alter database ${ident(before)} rename to ${ident(name)}`);
      await run(`drop database if exists ${ident(unfinished)} with (force)`);
      state = 'made';
    },
  };
}

export class InUseError extends BackupError {}

export function requireUnused({ name, users }: Present): void {
  if (users.length > 0)
    throw new InUseError(`The database ${name} is in use (by ${users.join(', ')}): stop the services first.`);
}
