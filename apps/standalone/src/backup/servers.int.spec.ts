import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@earworm/postgres-server';
import { folderObjects, type ObjectStore, ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { withClient } from '@earworm/service-kit/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadPrepareConfig } from '../commands/prepare-database.config.js';
import { prepareSchemas } from '../commands/prepare-schemas.js';
import { type Migration, MIGRATIONS, migrationNames, type Schema, SCHEMAS } from '../schemas.js';
import { BackupError } from './backup-error.js';
import { removeOldBackups } from './keep-newest.js';
import { type Manifest, manifestFile } from './manifest.js';
import { restoreBackup } from './restore-backup.js';
import { type RestoreIntoServersOptions, restoreIntoServers } from './restore-into-servers.js';
import { type Servers, takeFromServers } from './take-from-servers.js';

const PASSWORDS = Object.fromEntries(SCHEMAS.map((schema) => [`${schema.toUpperCase()}_DB_PASSWORD`, `of-${schema}`]));
const EVENT = `insert into game.event (game_id, version, event, at, epoch) values ('g', 1, '{"it''s":"a\\tb"}', 0, 1)`;
/** As Keycloak makes them. */
const KEYCLOAK = `
  create table realm (id varchar(36) not null constraint constraint_4a primary key, name varchar(255), enabled boolean default false not null);
  create table user_entity (id varchar(36) not null primary key, realm_id varchar(255) references realm, email text, unique (realm_id, email));
  create index idx_user_email on user_entity (lower(email));
  insert into realm values ('r', 'earworm', true);
  insert into user_entity values ('u', 'r', 'ada@example.org')`;

describe('backup and restore of servers', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  /** Taken once, and never changed. */
  let backup: string;
  let installed: Servers & { keycloakUrl: string };
  let counter = 0;

  const urlOf = (database: string) => Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  /** Rows of the last of some statements. */
  const query = (url: string, sql: string) =>
    withClient(url, async (client) => {
      const results = [await client.query<Record<string, unknown>>(sql)].flat();
      return results.at(-1)?.rows ?? [];
    });
  const prepare = (url: string, migrationsOf?: (schema: Schema) => readonly Migration[]) =>
    prepareSchemas(loadPrepareConfig({ DATABASE_URL: url, ...PASSWORDS }), () => undefined, migrationsOf);
  const newFolder = () => join(folder, `folder-${++counter}`);
  /** Of an installation that does not exist yet. */
  const newServers = async (): Promise<Servers & { objectsFolder: string; keycloakUrl: string }> => {
    const [name, objectsFolder] = [`earworm_${++counter}`, newFolder()];
    await query(postgres.url, `create database ${name}_keycloak owner keycloak`);
    return {
      databaseUrl: urlOf(name),
      keycloakUrl: urlOf(`${name}_keycloak`),
      objects: folderObjects(objectsFolder, { percent: 100, reserveBytes: 0 }),
      objectsFolder,
      secrets: newFolder(),
    };
  };
  const install = async (migrationsOf?: (schema: Schema) => readonly Migration[]) => {
    const servers = await newServers();
    await query(postgres.url, `create database ${new URL(servers.databaseUrl).pathname.slice(1)}`);
    await prepare(servers.databaseUrl, migrationsOf);
    await query(servers.databaseUrl, `insert into game.game (game_id) values ('g'); ${EVENT}`);
    await query(servers.keycloakUrl, `set role keycloak; ${KEYCLOAK}`);
    await servers.objects.put('clips/one', Buffer.from('a clip'), 'audio/wav');
    await mkdir(servers.secrets ?? '');
    await writeFile(join(servers.secrets ?? '', 'passwords.json'), '{"admin":"secret"}', { mode: 0o400 });
    return servers;
  };
  const restore = (options: Partial<RestoreIntoServersOptions> & { servers: Servers }) =>
    restoreIntoServers({ source: backup, prepare, ...options });
  const sentenceOf = (work: Promise<unknown>) =>
    work.then(
      () => 'it succeeded',
      (error: Error) => (error.name === 'BackupError' ? error.message : `no sentence: ${error.stack}`),
    );
  const databases = async () =>
    (await query(postgres.url, 'select datname::text as name from pg_database order by 1')).map(({ name }) => name);
  const copyOfBackup = async (change: (manifest: Manifest) => object = () => ({})) => {
    const copy = newFolder();
    await cp(backup, copy, { recursive: true });
    const manifest = JSON.parse(await readFile(manifestFile(copy), 'utf8')) as Manifest;
    await writeFile(manifestFile(copy), JSON.stringify({ ...manifest, ...change(manifest) }));
    return copy;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earworm-servers-backup-'));
    await chmod(folder, 0o755);
    postgres = await startEmbeddedPostgres({ dir: join(folder, 'data'), durable: false });
    await query(postgres.url, 'create role keycloak');
    backup = newFolder();
    installed = await install();
    await takeFromServers({ servers: installed, target: backup });
  }, 120_000);
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('brings back the rows of every service, accounts of Keycloak, objects and secrets', async () => {
    const servers = await newServers();
    await restore({ servers });
    expect(await query(servers.databaseUrl, 'select game_id, event, at from game.event')).toEqual([
      { game_id: 'g', event: { "it's": 'a\tb' }, at: '0' },
    ]);
    await query(
      servers.databaseUrl,
      `set role game; insert into game.event (game_id, version, event, at, epoch) values ('g', 2, '{}', 0, 1)`,
    );
    const asKeycloak =
      'set role keycloak; select email, name, enabled from user_entity join realm on realm.id = realm_id';
    expect(await query(servers.keycloakUrl, asKeycloak)).toEqual([
      { email: 'ada@example.org', name: 'earworm', enabled: true },
    ]);
    const indexes = await query(
      servers.keycloakUrl,
      `select indexname from pg_indexes where schemaname = 'public' order by 1`,
    );
    expect(indexes.map(({ indexname }) => indexname)).toEqual([
      ...['constraint_4a', 'idx_user_email', 'user_entity_pkey', 'user_entity_realm_id_email_key'],
    ]);
    expect(await servers.objects.get('clips/one', 100)).toMatchObject({
      bytes: Buffer.from('a clip'),
      contentType: 'audio/wav',
    });
    expect(await readFile(join(servers.secrets ?? '', 'passwords.json'), 'utf8')).toBe('{"admin":"secret"}');
  }, 60_000);

  it('makes a database that Keycloak can read where it has none yet', async () => {
    const servers = await newServers();
    await query(postgres.url, `drop database "${new URL(servers.keycloakUrl).pathname.slice(1)}"`);
    await restore({ servers });
    expect(await query(servers.keycloakUrl, 'set role keycloak; select email from user_entity')).toEqual([
      { email: 'ada@example.org' },
    ]);
  });

  it('migrates the data of an earlier release', async () => {
    const without = (schema: Schema): readonly Migration[] => (MIGRATIONS[schema] as readonly Migration[]).slice(0, -1);
    const [old, target, servers] = [await install(without), newFolder(), await newServers()];
    const { schemas } = await takeFromServers({ servers: old, target });
    expect(schemas['game']).toEqual(migrationNames().game.slice(0, -1));
    await restore({ servers, source: target });
    for (const schema of SCHEMAS)
      expect(await query(servers.databaseUrl, `select name from ${schema}.migrations order by id`)).toEqual(
        migrationNames()[schema].map((name) => ({ name })),
      );
    expect(await query(servers.databaseUrl, 'select game_id from game.event')).toEqual([{ game_id: 'g' }]);
  }, 60_000);

  it('says in a sentence which server refuses it, or does not answer', async () => {
    const take = (also: Partial<Servers>) =>
      sentenceOf(takeFromServers({ servers: { ...installed, ...also }, target: newFolder() }));
    await query(postgres.url, `create role stranger login password 'one'`);
    const asStranger = (password: string) =>
      Object.assign(new URL(installed.databaseUrl), { username: 'stranger', password }).href;
    expect(await take({ databaseUrl: asStranger('another') })).toBe(
      'The database cannot be read: the user or the password of the URL is not accepted.',
    );
    expect(await take({ databaseUrl: asStranger('one') })).toMatch(
      /^The user of the database's URL may not do this \(.+\): use a superuser\.$/,
    );
    const unavailable = () => Promise.reject(new ObjectStoreUnavailableError('connect ECONNREFUSED'));
    expect(await take({ objects: { ...installed.objects, get: unavailable } })).toBe(
      'The object store does not answer: connect ECONNREFUSED.',
    );
  });

  it('copies all objects though other files lie beside them and the store stalls once', async () => {
    const stalled = new Set<string>();
    const { list, get } = installed.objects;
    const objects: ObjectStore = {
      ...installed.objects,
      async *list(prefix) {
        for await (const listed of list(prefix)) yield* [listed, { ...listed, key: 'README.txt' }];
      },
      get: (key, most) => {
        if (stalled.has(key)) return get(key, most);
        stalled.add(key);
        return Promise.reject(new ObjectStoreUnavailableError('it takes too long'));
      },
    };
    const target = newFolder();
    const { files } = await takeFromServers({ servers: { ...installed, objects }, target });
    expect([...stalled]).toEqual(['clips/one']);
    expect(files.map(({ path }) => path)).toContain('objects/kept/clips/one');
  });

  it('says that it was stopped when that is asked for during a copy', async () => {
    const stop = new AbortController();
    const objects = {
      ...installed.objects,
      get: () =>
        new Promise<never>((_, reject) => {
          stop.abort(new BackupError('Stopped; nothing is left of it.'));
          reject(new DOMException('The operation was aborted', 'AbortError'));
        }),
    };
    const target = newFolder();
    const stopped = takeFromServers({ servers: { ...installed, objects }, target, signal: stop.signal });
    expect(await sentenceOf(stopped)).toBe('Stopped; nothing is left of it.');
  });

  it('refuses to replace games of another installation, and a database that is in use', async () => {
    const servers = installed;
    const note = (text: string) =>
      query(postgres.url, `comment on database ${new URL(servers.databaseUrl).pathname.slice(1)} is ${text}`);
    await note(`'Earworm installation 1'`);
    expect(await sentenceOf(restore({ servers, moveOldData: true }))).toMatch(
      /^This backup is of another installation/,
    );
    await withClient(servers.keycloakUrl, async () =>
      expect(await sentenceOf(restore({ servers }))).toMatch(/_keycloak is in use \(by postgres\): stop the services/),
    );
    await note('null');
  }, 60_000);

  it('keeps the data that it replaces in a renamed database, and both as they were when it fails', async () => {
    const servers = installed;
    const before = await databases();
    expect(await sentenceOf(restore({ servers }))).toMatch(/^The database holds games already: .+ --move-old-data\.$/);
    const failing: Servers['objects'] = { ...servers.objects, put: () => Promise.reject(new Error('no room')) };
    await expect(restore({ servers: { ...servers, objects: failing }, moveOldData: true })).rejects.toThrow('no room');
    expect(await databases()).toEqual(before);
    const { oldData } = await restore({ servers, moveOldData: true });
    expect(await databases()).toEqual([...before, ...oldData].toSorted());
    expect(oldData).toHaveLength(2);
    expect(await query(urlOf(oldData[0]!), 'select game_id from game.event')).toHaveLength(1);
    expect(await readdir(servers.secrets ?? '')).toEqual(['passwords.json', 'passwords.json.restored']);
  }, 60_000);

  describe('a backup that cannot be restored', () => {
    let servers: Servers;
    let before: unknown;
    beforeAll(async () => {
      servers = await newServers();
      before = await databases();
    });

    it.each<[string, () => Promise<string>, RegExp]>([
      [
        'changed',
        async () => {
          const copy = await copyOfBackup();
          await appendFile(join(copy, 'databases/earworm/game.event.copy'), 'x');
          return copy;
        },
        /damaged: databases\/earworm\/game\.event\.copy is missing or changed/,
      ],
      [
        'half-written',
        async () => {
          const copy = await copyOfBackup();
          await rm(manifestFile(copy));
          return copy;
        },
        /was not finished and cannot be restored/,
      ],
      ['of a newer release', () => copyOfBackup(() => ({ version: '99.0.0' })), /which is newer than this release/],
      ['of npm start', () => copyOfBackup(() => ({ kind: 'files' })), /is of an installation of npm start/],
    ])('leads to a sentence when it is %s, and to nothing that is written', async (_, make, sentence) => {
      expect(await sentenceOf(restore({ servers, source: await make() }))).toMatch(sentence);
      expect(await databases()).toEqual(before);
    });

    it('leads to a sentence where the database of its Keycloak is not named', async () => {
      const refused = sentenceOf(restore({ servers: { ...servers, keycloakUrl: undefined } }));
      expect(await refused).toMatch(/set KEYCLOAK_DATABASE_URL/);
    });

    it('leads to a sentence at npm start', async () => {
      expect(await sentenceOf(restoreBackup({ source: backup, dataDir: newFolder() }))).toMatch(/set DATABASE_URL/);
    });
  });

  it('keeps the newest backups of a folder, and removes those that were killed', async () => {
    const kept = newFolder();
    const day = (name: string) => join(kept, `2026-11-${name}T04-00-00`);
    for (const name of ['01', '02', '03']) {
      await mkdir(day(name), { recursive: true });
      await writeFile(manifestFile(day(name)), '{}');
    }
    for (const path of [`${day('01')}.unfinished`, `${day('04')}.unfinished`, join(kept, 'of-a-person')])
      await mkdir(path);
    await utimes(`${day('01')}.unfinished`, 0, 0);
    await removeOldBackups(kept, 2);
    expect(await readdir(kept)).toEqual([
      ...['2026-11-02T04-00-00', '2026-11-03T04-00-00', '2026-11-04T04-00-00.unfinished', 'of-a-person'],
    ]);
  });
});
