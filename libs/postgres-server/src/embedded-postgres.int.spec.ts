import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Logger } from '@earworm/service-kit/log';
import { withClient } from '@earworm/service-kit/postgres';
import { EmbeddedPostgresError } from './embedded-error.js';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
import { isAlive } from './owner.js';

/** How long a stop may take before the server is ended by force. */
const TIMEOUT_MS = 20_000;

describe('embedded Postgres', () => {
  let dir: string;
  const running: EmbeddedPostgres[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earworm-embedded-'));
    await chmod(dir, 0o755);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await rm(dir, { recursive: true, force: true });
  });

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dir, durable: false, ...options });
    running.push(postgres);
    return postgres;
  }
  const sentenceOf = (starting: Promise<unknown>) =>
    starting.then(
      () => 'it started',
      (error: unknown) => (error instanceof EmbeddedPostgresError ? error.message : `no sentence: ${String(error)}`),
    );
  const serverPid = async () =>
    Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const query = (url: string, sql: string) =>
    withClient(url, async (client) => (await client.query(sql)).rows as unknown[]);

  it('keeps what was written when it is stopped and started again', async () => {
    const first = await start();
    await query(first.url, 'create table kept (word text)');
    await query(first.url, "insert into kept values ('earworm')");
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'earworm' }]);
  }, 60_000);

  it('speaks UTF-8, listens on this machine only and wants a password', async () => {
    const { url, port } = await start();
    expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(`postgres://postgres:wrong@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toThrow(/password/);
  }, 60_000);

  it('stops long before its timeout with a client connected, and leaves no process', async () => {
    const postgres = await start();
    const pid = await serverPid();
    await withClient(postgres.url, async (client) => {
      await client.query('select 1');
      const begin = performance.now();
      await postgres.stop(TIMEOUT_MS);
      // Waiting for connected clients would take all of it.
      expect(performance.now() - begin).toBeLessThan(TIMEOUT_MS / 2);
    });
    expect(isAlive(pid)).toBe(false);
  }, 60_000);

  it('says who is in the way when the same data is used a second time', async () => {
    await start();
    expect(await sentenceOf(start())).toBe(
      `Earworm is already running on the data in ${join(dir, 'postgres')} (process ${process.pid}).`,
    );
  }, 60_000);

  it('says that a port is taken, and takes the next free one when none was asked for', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await sentenceOf(start({ port }))).toMatch(
      new RegExp(`^Port ${port}, .* already in use by another program\\.$`),
    );
    server.close();
    expect((await start()).port).not.toBe(port);
  }, 60_000);

  it('refuses data of another major version and data that is none', async () => {
    await mkdir(join(dir, 'postgres'));
    await writeFile(join(dir, 'postgres', 'PG_VERSION'), '15\n');
    expect(await sentenceOf(start())).toMatch(/made by Postgres 15; this is Postgres 18/);
    await rm(join(dir, 'postgres', 'PG_VERSION'));
    expect(await sentenceOf(start())).toMatch(/holds no database/);
  }, 60_000);

  it('starts in spite of a stale pid file whose number is now another program’s', async () => {
    await (await start()).stop();
    const other = spawn('sleep', ['60']);
    await writeFile(join(dir, 'postgres', 'postmaster.pid'), `${other.pid}\n${join(dir, 'postgres')}\n1\n5432\n\n\n`);
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isAlive(other.pid as number)).toBe(true);
    other.kill();
  }, 60_000);

  /** Starts it in another process and kills that; resolves with the pid of the server. */
  const killedWith = async (options: Partial<EmbeddedPostgresOptions>): Promise<number> => {
    const source = join(import.meta.dirname, 'embedded-postgres.ts');
    const program = `import { startEmbeddedPostgres } from ${JSON.stringify(source)};
      const { url } = await startEmbeddedPostgres(JSON.parse(process.argv[1]));
      process.stdout.write(url); setInterval(() => {}, 1000);`;
    const hooks = join(import.meta.dirname, '../../../tests/harness/source-hooks.mjs');
    const given = JSON.stringify({ dir, durable: false, ...options });
    const owner = spawn(process.execPath, ['--import', hooks, '--input-type=module', '-e', program, given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(owner.stdout, 'data')) as [Buffer];
    await query(String(url), 'create table survived ()');
    const pid = await serverPid();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    return pid;
  };

  it('ends with the process that started it, even by kill -9, and starts again on the same data at once', async () => {
    const pid = await killedWith({ durable: true });
    const postgres = await start();
    expect(await query(postgres.url, 'select count(*) from survived')).toEqual([{ count: '0' }]);
    await eventually(() => expect(isAlive(pid)).toBe(false));
  }, 60_000);

  it('outlives a kill -9 of the process that started it when it is kept, and is taken over by the next start', async () => {
    const pid = await killedWith({ keepMs: 30_000 });
    const postgres = await start({ keepMs: 30_000 });
    expect(await query(postgres.url, 'select count(*) from survived')).toEqual([{ count: '0' }]);
    expect(await serverPid()).toBe(pid);
    await postgres.stop();
    expect(isAlive(pid)).toBe(false);
  }, 60_000);

  it('restarts, and is not taken over, when it runs with other settings than the next start asks for', async () => {
    const pid = await killedWith({ keepMs: 30_000 });
    const postgres = await start({ settings: { max_connections: '50' } });
    expect(isAlive(pid)).toBe(false);
    expect(await query(postgres.url, 'show max_connections')).toEqual([{ max_connections: '50' }]);
  }, 60_000);

  it('ends after the time that it is kept for when no other start takes it over', async () => {
    const pid = await killedWith({ keepMs: 100 });
    await eventually(() => expect(isAlive(pid)).toBe(false));
  }, 60_000);

  it('reports that a server that was taken over has died', async () => {
    const pid = await killedWith({ keepMs: 30_000 });
    const postgres = await start();
    process.kill(pid, 'SIGKILL');
    expect(await postgres.died).toMatch(/could not run/);
  }, 60_000);

  it('tells when the server dies by itself', async () => {
    const postgres = await start();
    process.kill(await serverPid(), 'SIGKILL');
    expect(await postgres.died).toMatch(/could not run/);
  }, 60_000);

  it('waits for the last session of a killed server, which may still write, before it starts', async () => {
    const postgres = await start();
    const busy = query(postgres.url, 'do $$ begin for i in 1..2000000000 loop end loop; end $$');
    busy.catch(() => undefined);
    const [session] = (await eventually(async () => {
      const found = await query(postgres.url, "select pid from pg_stat_activity where query like 'do %'");
      expect(found).toHaveLength(1);
      return found;
    })) as [{ pid: number }];
    process.kill(await serverPid(), 'SIGKILL');
    await postgres.died;
    await postgres.stop();
    const waits = Promise.withResolvers<string>();
    const next = start({ log: { warn: waits.resolve } as unknown as Logger });
    expect(await Promise.race([waits.promise, next.then(() => 'started')])).toMatch(/^waiting for the last sessions/);
    process.kill(session.pid, 'SIGKILL');
    expect(await query((await next).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  }, 60_000);

  it('leaves no server behind when a start that found one fails', async () => {
    const pid = await killedWith({ keepMs: 30_000 });
    await writeFile(join(dir, 'postgres', 'PG_VERSION'), '15\n');
    expect(await sentenceOf(start({ keepMs: 30_000 }))).toMatch(/made by Postgres 15/);
    expect(isAlive(pid)).toBe(false);
  }, 60_000);
});
