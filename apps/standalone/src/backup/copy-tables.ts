import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from '@earworm/service-kit/postgres';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}
interface Sequence {
  readonly schema: string;
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}
/** What a copy of a database consists of, besides a file for each table. */
export interface TablesIndex {
  readonly owner: string;
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  readonly definitions: Definitions | null;
}
/** Statements that make tables, and what is made faster after their rows. */
export interface Definitions {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const INDEX = 'index.json';
const ident = (name: string) => `"${name.replaceAll('"', '""')}"`;
const placeOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${ident(schema)}.${ident(name)}`;
const fileOf = ({ schema, name }: Table) => `${schema}.${name}.copy`;

/** Of one moment, which is after this is called. TypeORM's list of migrations is not among them: migrating makes it. */
export async function copyTablesOut(
  client: Client,
  folder: string,
  schemas: readonly string[],
  definitionsOf: (client: Client) => Promise<Definitions | null>,
  signal?: AbortSignal,
): Promise<TablesIndex> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { rows: tables } = await client.query<Table>(TABLES, [schemas]);
  const { rows: found } = await client.query<{ schema: string; name: string }>(SEQUENCES, [schemas]);
  const sequences: Sequence[] = [];
  for (const each of found) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${placeOf(each)}`,
    );
    sequences.push({ ...each, ...rows[0]! });
  }
  const { rows: owners } = await client.query<{ owner: string }>(OWNER);
  const index = { owner: owners[0]!.owner, tables, sequences, definitions: await definitionsOf(client) };
  for (const table of tables) {
    const file = createWriteStream(join(folder, fileOf(table)), { mode: 0o600, flush: true });
    const columns = table.columns.map(ident).join(', ');
    const rows = client.query(copyTo(`copy (select ${columns} from ${placeOf(table)}) to stdout`));
    await pipeline(rows, file, { signal });
  }
  await writeFile(join(folder, INDEX), JSON.stringify(index), { mode: 0o600, flush: true });
  return index;
}

export const readIndex = async (folder: string): Promise<TablesIndex> =>
  JSON.parse(await readFile(join(folder, INDEX), 'utf8')) as TablesIndex;

/** Replaces the rows of tables that exist, in the transaction of the client, a superuser: no trigger sees them. */
export async function copyTablesIn(
  client: Client,
  folder: string,
  { tables, sequences }: TablesIndex,
  signal?: AbortSignal,
): Promise<void> {
  await client.query('set local session_replication_role = replica');
  if (tables.length > 0) await client.query(`truncate ${tables.map(placeOf).join(', ')}`);
  for (const table of tables) {
    const into = client.query(copyFrom(`copy ${placeOf(table)} (${table.columns.map(ident).join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, fileOf(table))), into, { signal });
  }
  for (const each of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [placeOf(each), each.value, each.isCalled]);
}

/**
 * How the tables of the schema `public` are made, of a database that has nothing else, as Keycloak's. Throws for one that
 * has more.
 */
export async function plainDefinitions(client: Client): Promise<Definitions> {
  const { rows: more } = await client.query<{ name: string }>(NOT_PLAIN);
  if (more[0]) throw new Error(`the schema public has more than plain tables: ${more[0].name}`);
  await client.query('set local search_path = public');
  const statements = async (sql: string) =>
    (await client.query<{ statement: string }>(sql)).rows.map(({ statement }) => statement);
  return { before: await statements(MAKE_TABLES), after: [...(await statements(MAKE_INDEXES))] };
}

const OWNER = `select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`;

const TABLES = `
  select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
  where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by nspname, relname order by nspname, relname`;

const SEQUENCES = `
  select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1) and relkind = 'S' and not exists (
    select from pg_depend join pg_class owner on owner.oid = refobjid
    where objid = pg_class.oid and deptype in ('a', 'i') and owner.relname = 'migrations')
  order by nspname, relname`;

const NOT_PLAIN = `
  select relname::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace
  union all select attrelid::regclass || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and attnum > 0 and (attidentity <> '' or attgenerated <> '')
  union all select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal`;

const MAKE_TABLES = `
  select format('create table public.%I (%s)', relname, string_agg(
    format('%I %s', attname, format_type(atttypid, atttypmod)) || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
      || case when attnotnull then ' not null' else '' end, ', ' order by attnum)) as statement
  from pg_class join pg_attribute on attrelid = pg_class.oid
    left join pg_attrdef on adrelid = pg_class.oid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  group by relname order by relname`;

/** Keys come before the references to them. */
const MAKE_INDEXES = `
  select statement from (
    select 1 as step, pg_get_indexdef(indexrelid) as statement from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select case contype when 'f' then 2 else 0 end,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'x', 'c', 'f')
  ) as made order by step, statement`;
