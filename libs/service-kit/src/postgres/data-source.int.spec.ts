import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { EntitySchema, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { describeWith, eventually, freshDatabase } from '../testing/index.js';
import { openDataSource, provisionSchemas, withClient } from './index.js';

const Song = new EntitySchema<{ id: number; title: string }>({
  name: 'song',
  columns: { id: { type: 'int', primary: true }, title: { type: 'text' } },
});

class CreateSongs1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('create table song (id int primary key, title text not null)');
  }
  async down(runner: QueryRunner) {
    await runner.query('drop table song');
  }
}
class BreakSomething1800000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('create table half_made ()');
    await runner.query('select 1 / 0');
  }
  async down() {}
}

describeWith('postgres', 'database of a service', () => {
  let database: { url: string; drop(): Promise<void> };
  let urls: Record<'game' | 'library', string>;
  const sources: DataSource[] = [];
  const open = async (schema: 'game' | 'library', migrations: (new () => MigrationInterface)[] = []) => {
    const source = await openDataSource({ url: urls[schema], schema, entities: [Song], migrations, poolSize: 2 });
    sources.push(source);
    return source;
  };

  beforeAll(async () => {
    database = await freshDatabase();
    urls = await provisionSchemas(database.url, ['game', 'library']);
  });
  afterAll(async () => {
    for (const source of sources) if (source.isInitialized) await source.destroy();
    await database.drop();
  });

  it('migrates its own schema once when replicas start together', async () => {
    const [one, two] = await withClient(database.url, async (client) => {
      await client.query("select pg_advisory_lock(hashtext('earworm-migrations'), hashtext('game'))");
      const opening = Promise.all([1, 2, 3].map(() => open('game', [CreateSongs1700000000000])));
      await eventually(async () => {
        const waiting = await client.query(
          `select count(*)::int as replicas from pg_locks join pg_database on oid = database
           where datname = current_database() and locktype = 'advisory' and not granted`,
        );
        expect(waiting.rows).toEqual([{ replicas: 3 }]);
      });
      await client.query("select pg_advisory_unlock(hashtext('earworm-migrations'), hashtext('game'))");
      return opening;
    });
    await one!.getRepository(Song).insert({ id: 1, title: 'Daisy Bell' });
    expect(await two!.query('select title from song')).toEqual([{ title: 'Daisy Bell' }]);
    expect(await two!.query("select table_schema from information_schema.tables where table_name = 'song'")).toEqual([
      { table_schema: 'game' },
    ]);
    expect(await two!.query('select count(*)::int as runs from migrations')).toEqual([{ runs: 1 }]);
  });

  it('denies a service the tables of another one, and new tables in the public schema', async () => {
    const library = await open('library');
    await expect(library.query('select * from game.song')).rejects.toThrow(/permission denied/);
    await expect(library.query('create table public.anything ()')).rejects.toThrow(/permission denied/);
  });

  it('rolls back a migration that fails, and refuses to open', async () => {
    await expect(open('library', [BreakSomething1800000000000])).rejects.toThrow(/division by zero/);
    await withClient(urls.library, async (client) => {
      expect((await client.query("select to_regclass('half_made') as made")).rows).toEqual([{ made: null }]);
    });
  });

  it('opens for a process that waits for migrations only after another has run them', async () => {
    const waiting = () =>
      openDataSource({
        url: urls.game,
        schema: 'game',
        entities: [Song],
        poolSize: 2,
        migrate: 'wait',
        migrations: [CreateSongs1700000000000],
      });
    await withClient(database.url, (client) =>
      client.query('drop schema game cascade; create schema game authorization game'),
    );
    await expect(waiting()).rejects.toThrow('the schema game is not migrated yet');
    await withClient(urls.game, async (client) => {
      const made = await client.query("select count(*)::int as tables from pg_tables where schemaname = 'game'");
      expect(made.rows).toEqual([{ tables: 0 }]);
    });
    await open('game', [CreateSongs1700000000000]);
    const source = await waiting();
    sources.push(source);
    expect(await source.query('select count(*)::int as songs from song')).toEqual([{ songs: 0 }]);
  });

  /** A table for one spec. */
  const keepSong = async (title: string): Promise<void> => {
    const source = await open('game', [CreateSongs1700000000000]);
    await source.getRepository(Song).save({ id: 1, title });
  };

  it('keeps its tables when the passwords are generated again', async () => {
    await keepSong('Daisy Bell');
    const again = await provisionSchemas(database.url, ['game', 'library']);
    expect(again.game).not.toBe(urls.game);
    await withClient(again.game, async (client) => {
      expect((await client.query('select title from song')).rows).toEqual([{ title: 'Daisy Bell' }]);
    });
    urls = again;
  });

  it('survives the loss of an idle connection', async () => {
    await keepSong('Daisy Bell');
    const source = await open('game');
    await source.query('select 1');
    await withClient(database.url, (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earworm-game' and datname = current_database()",
      ),
    );
    // Its pool has noticed.
    await eventually(() => expect((source.driver as PostgresDriver).master.totalCount).toBe(0));
    expect(await source.query('select title from song')).toEqual([{ title: 'Daisy Bell' }]);
  });

  it('refuses a query as busy that waits too long for a connection, and answers the next one', async () => {
    const source = await openDataSource({
      url: urls.library,
      schema: 'library',
      entities: [],
      migrations: [],
      poolSize: 1,
      waits: { answerWithinMs: 500 },
    });
    sources.push(source);
    const runner = source.createQueryRunner();
    await runner.connect();
    const refused = await source.query('select 1').catch((error: unknown) => error);
    expect([refused instanceof RefusedError, refused]).toMatchObject([true, { code: 'busy' }]);
    await runner.release();
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('waits for a server that is down, up to a deadline', async () => {
    const away = { url: 'postgres://x:y@127.0.0.1:1/x', schema: 'x', entities: [], migrations: [] };
    const waits = { upWithinMs: 100, tryAgainMs: 10 };
    const start = performance.now();
    await expect(openDataSource({ ...away, waits })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(performance.now() - start).toBeGreaterThan(90);
  });

  it('retries when the server is silent, or disconnects while the database is being opened', async () => {
    const real = new URL(urls.library);
    const lines: Socket[] = [];
    const door = createServer((near) => {
      lines.push(near.on('error', () => undefined));
      if (lines.length === 1) return;
      const far = connect(Number(real.port), real.hostname);
      far.on('error', () => undefined);
      // The server would wait a minute for the rest of a startup packet.
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
      // The second connection is lost at startup, the third at its query.
      if (lines.length === 2) far.once('data', () => near.destroy());
      if (lines.length === 3) near.on('data', (chunk) => chunk.includes('to_regclass') && near.destroy());
    });
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    const url = new URL(real);
    url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;
    try {
      const waits = { tryAgainMs: 10, answerWithinMs: 1_000 };
      const source = await openDataSource({ url: url.href, schema: 'library', entities: [], migrations: [], waits });
      expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
      await source.destroy();
      expect(lines.length).toBeGreaterThan(3);
    } finally {
      for (const line of lines) line.destroy();
      door.close();
    }
  });
});
