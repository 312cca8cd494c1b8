import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, freshDatabase } from '../testing/index.js';
import { withClient } from './client.js';
import { provisionSchemas } from './provision.js';

const NAMES = ['spec_one', 'spec_two'] as const;

describeWith('postgres', "a service's role in Postgres", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let urls: Record<(typeof NAMES)[number], string>;

  beforeAll(async () => {
    database = await freshDatabase();
    urls = await provisionSchemas(database.url, NAMES);
    await as('spec_one', 'create table secret (word text)');
    await as('spec_one', "insert into secret values ('mine')");
  });
  afterAll(async () => {
    await withClient(database.url, async (client) => {
      for (const name of NAMES) await client.query(`drop owned by ${name} cascade`);
      for (const name of NAMES) await client.query(`drop role ${name}`);
    });
    await database.drop();
  });

  const as = (name: (typeof NAMES)[number], statement: string) =>
    withClient(urls[name], (client) => client.query<Record<string, unknown>>(statement));

  it('owns the schema of its name, which is on its search path', async () => {
    expect((await as('spec_one', 'select word from secret')).rows).toEqual([{ word: 'mine' }]);
  });

  it.each([
    ['read a table of another service', 'select word from spec_one.secret'],
    ['see what is in the schema of another service', 'create view spec_two.stolen as select * from spec_one.secret'],
    ['change a table of another service', "update spec_one.secret set word = 'theirs'"],
    ['make a table in the schema of another service', 'create table spec_one.own (a int)'],
    ['make a table in the public schema', 'create table public.own (a int)'],
    ['make a schema', 'create schema further'],
    ['make a role', 'create role further'],
    ['make a database', 'create database further'],
    ['act as another service', 'set role spec_one'],
    ['read files of the server', "select pg_read_file('/etc/hostname')"],
    ['end connections of others', "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'"],
  ])('lacks the right to %s', async (_, statement) => {
    await expect(as('spec_two', statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('lacks every attribute of an administrator and belongs to no other role', async () => {
    const { rows } = await withClient(database.url, (client) =>
      client.query(
        `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powers,
           exists (select from pg_auth_members where member = pg_roles.oid) as member
         from pg_roles where rolname = any($1)`,
        [NAMES],
      ),
    );
    expect(rows).toEqual(NAMES.map(() => ({ powers: false, member: false })));
  });
});
