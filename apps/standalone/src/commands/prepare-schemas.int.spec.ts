import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Schema, SCHEMAS } from '../schemas.js';
import { prepareDatabase } from './prepare-schemas.js';

const passwordOf = (schema: Schema): string => `${schema}'s "pass/word"`;
const PASSWORDS = Object.fromEntries(
  SCHEMAS.map((schema) => [`${schema.toUpperCase()}_DB_PASSWORD`, passwordOf(schema)]),
);

/** Roles belong to the whole server, and other specs change those of the shared one. */
describe('prepare-database', () => {
  let dir: string;
  let postgres: EmbeddedPostgres;

  const prepare = async (adminUrl: string, env: Record<string, string> = {}) => {
    const lines: string[] = [];
    const code = await prepareDatabase({ DATABASE_URL: adminUrl, ...PASSWORDS, ...env }, (line) => lines.push(line));
    return { code, lines };
  };
  const asAdmin = async <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(postgres.url, async (client) => (await client.query<Row>(sql)).rows);
  /** A database of the test's own, by an admin's URL. */
  const newDatabase = async (name: string, admin = new URL(postgres.url)): Promise<URL> => {
    await asAdmin(`create database ${name} owner ${admin.username}`);
    const url = new URL(admin);
    url.pathname = `/${name}`;
    return url;
  };
  const urlOf = (schema: Schema, database: URL): string => {
    const url = new URL(database);
    url.username = schema;
    url.password = encodeURIComponent(passwordOf(schema));
    return url.href;
  };
  const up = SCHEMAS.map((schema) => `The schema ${schema} is up to date.`);

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earworm-prepare-'));
    // Run as root, Postgres is another user, who has to get in.
    await chmod(dir, 0o755);
    postgres = await startEmbeddedPostgres({ dir, durable: false });
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('gives each service a role and a migrated schema that no other service can read', async () => {
    const database = await newDatabase('least_privilege');
    expect(await prepare(database.href)).toEqual({ code: 0, lines: up });
    for (const schema of SCHEMAS)
      await withClient(urlOf(schema, database), async (client) => {
        expect((await client.query('select count(*)::int > 0 as migrated from migrations')).rows).toEqual([
          { migrated: true },
        ]);
        for (const other of SCHEMAS.filter((each) => each !== schema))
          await expect(client.query(`select * from ${other}.migrations`)).rejects.toThrow(
            `permission denied for schema ${other}`,
          );
        await expect(client.query('create table public.anything ()')).rejects.toThrow('permission denied');
        await expect(client.query('create schema anything')).rejects.toThrow('permission denied');
      });
    const roles = await asAdmin<{ rolname: string }>(
      `select rolname from pg_roles where rolname in ('${SCHEMAS.join("', '")}') and
       (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
    );
    expect(roles).toEqual([]);
  });

  it('changes nothing but the passwords when it runs again', async () => {
    const database = await newDatabase('again');
    await prepare(database.href);
    const countMigrations = () =>
      withClient(
        urlOf('game', database),
        async (client) => (await client.query('select count(*)::int as run from migrations')).rows,
      );
    const migrated = await countMigrations();
    expect(await prepare(database.href)).toEqual({ code: 0, lines: up });
    expect(await countMigrations()).toEqual(migrated);
    expect((await prepare(database.href, { GAME_DB_PASSWORD: 'another' })).code).toBe(0);
    await expect(countMigrations()).rejects.toThrow('password authentication failed');
    await prepare(database.href);
    expect(await countMigrations()).toEqual(migrated);
  });

  it('succeeds when it runs several times at once', async () => {
    const database = await newDatabase('at_once');
    const all = await Promise.all([1, 2, 3].map(() => prepare(database.href)));
    expect(all).toEqual([1, 2, 3].map(() => ({ code: 0, lines: up })));
  });

  it('works with a role that is no superuser but owns the database and may create roles', async () => {
    // Roles that a superuser has made are not its own to change.
    for (const { datname } of await asAdmin<{ datname: string }>(
      "select datname from pg_database where datname not in ('postgres', 'template0', 'template1')",
    ))
      await asAdmin(`drop database ${datname} with (force)`);
    await asAdmin(SCHEMAS.map((schema) => `drop role if exists ${schema}`).join('; '));
    await asAdmin("create role operator login createrole password 'operator'");
    const admin = new URL(postgres.url);
    admin.username = 'operator';
    admin.password = 'operator';
    const database = await newDatabase('operators', admin);
    expect(await prepare(database.href)).toEqual({ code: 0, lines: up });
    expect(await prepare(database.href)).toEqual({ code: 0, lines: up });
  });

  it('says in one line that the password of DATABASE_URL is wrong', async () => {
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    expect(await prepare(wrong.href)).toEqual({
      code: 1,
      lines: [`The database at ${wrong.host} cannot be prepared: the user or the password of the URL is not accepted`],
    });
  });

  it('names the host and the usual port of a database that it does not find, and never the password', async () => {
    const url = 'postgres://admin:secret-password@db.invalid/earworm';
    const { code, lines } = await prepare(url, { DATABASE_WITHIN_SECONDS: '0' });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: ['The database at db.invalid:5432 cannot be prepared: the host of the URL is not known'],
    });
  });

  it('says in one line which variables are missing', async () => {
    const env = { DATABASE_URL: '', GAME_DB_PASSWORD: '' };
    expect(await prepare(postgres.url, env)).toEqual({
      code: 1,
      lines: ['The database cannot be prepared: DATABASE_URL is required; GAME_DB_PASSWORD is required'],
    });
  });

  it('waits for a database that is down up to the given time', async () => {
    const down = new URL(postgres.url);
    down.port = '1';
    down.hostname = '127.0.0.1';
    expect(await prepare(down.href, { DATABASE_WITHIN_SECONDS: '0' })).toEqual({
      code: 1,
      lines: ['The database at 127.0.0.1:1 cannot be prepared: it cannot be reached'],
    });
    expect(await prepare(down.href, { DATABASE_WITHIN_SECONDS: '1' })).toEqual({
      code: 1,
      lines: [
        'Waiting for the database at 127.0.0.1:1: it cannot be reached',
        'The database at 127.0.0.1:1 cannot be prepared: it cannot be reached',
      ],
    });
  });
});
