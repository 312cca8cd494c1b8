import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { findBinaries, type Binaries } from './binaries.js';
import { EmbeddedPostgresError, messageFor } from './embedded-error.js';
import { checkSpace, hasCluster, prepareHome } from './home.js';
import { claim, findLeftover, type Leftover, wasStartedBy } from './owner.js';
import { chooseUser, give, type RunAs } from './run-as.js';
import { endOf, freePort, guard, run, shutDown } from './server-process.js';

export { EmbeddedPostgresError } from './embedded-error.js';

export interface EmbeddedPostgresOptions {
  /** Created if missing; the data is in `postgres/`. */
  readonly dir: string;
  /** On 127.0.0.1; default: any free one. */
  readonly port?: number;
  /** False for tests: without fsync. */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** How long the server outlives a crash of this process, so that a restart takes it over. Default: 0. */
  readonly keepMs?: number;
  readonly log?: Logger;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Resolves with a message when the server ends by itself. */
  readonly died: Promise<string>;
  /** Fast shutdown; after `withinMs` (default 2 s) immediate. */
  stop(withinMs?: number): Promise<void>;
}

const READY_WITHIN_MS = 120_000;
/** Another program may take a free port before Postgres does. */
const PORT_ATTEMPTS = 5;
/** Sessions of a server that was killed end once they notice; while they could write, Postgres refuses to start. */
const ORPHANS_END_WITHIN_MS = 20_000;
const ORPHANS_EVERY_MS = 100;

/** As root or another user. The first start creates the database. Rejects with EmbeddedPostgresError. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir, keepMs = 0, log } = options;
  const runAs = await chooseUser(join(dir, 'postgres'));
  const home = await prepareHome(dir, runAs, log);
  const cluster = join(home, 'postgres');
  const ownership = await claim(join(home, 'postgres.owner'), cluster);
  const guarded = (pid: number) => guard(pid, runAs, ownership, keepMs);
  let server: RunningServer | undefined;
  try {
    await give(join(home, 'postgres.owner'), runAs);
    const found = await findLeftover(cluster, guarded);
    const binaries = await findBinaries(home, runAs);
    server = found && (await takeOver(found, binaries, cluster, options));
    const passwordFile = join(home, 'postgres.password');
    const exists = await hasCluster(cluster, binaries.major);
    await checkSpace(home, exists ? 'existing' : 'new');
    if (!exists) await initialise(binaries, home, passwordFile, runAs, options);
    await chmod(cluster, 0o700);
    const password = (await readFile(passwordFile, 'utf8')).trim();
    const running = (server ??= await startServer(binaries, cluster, runAs, guarded, options));
    const { pid, port, ended, removeGuard } = running;
    let [isStopping, hasEnded] = [false, false];
    void ended.then(() => (hasEnded = true));
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      died: new Promise((resolve) => {
        void ended.then(() => {
          if (!isStopping) resolve(messageFor(running.output(), { place: cluster, port }));
        });
      }),
      stop: async (withinMs = 2000) => {
        isStopping = true;
        if (!hasEnded) await shutDown(pid, withinMs);
        await ended;
        removeGuard();
        await ownership.release();
      },
    };
  } catch (error) {
    if (server) {
      await shutDown(server.pid, 2000);
      server.removeGuard();
    }
    await ownership.release();
    throw error;
  }
}

interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly ended: Promise<void>;
  output(): string;
  readonly removeGuard: () => void;
}

/**
 * The server that a killed process left running, if this one would start it alike: its sessions have ended with their
 * connections, and nothing has to be recovered. Any other is stopped.
 */
async function takeOver(
  { pid, port, removeGuard }: Leftover,
  binaries: Binaries,
  cluster: string,
  options: EmbeddedPostgresOptions,
): Promise<RunningServer | undefined> {
  const isAlike = port !== null && (await wasStartedBy(cluster, commandOf(binaries, cluster, port, options)));
  if (port !== null && isAlike && (options.port ?? port) === port) {
    options.log?.warn({ pid }, 'using the database server that an earlier run left behind');
    return { pid, port, ended: endOf(pid), output: () => '', removeGuard };
  }
  options.log?.warn({ pid }, 'stopping the database server that an earlier run left behind');
  await shutDown(pid, 10_000);
  removeGuard();
  return undefined;
}

/** Where possible, of the whole file system at once: file by file takes seconds. */
const syncing = (durable: boolean): string[] =>
  durable ? (process.platform === 'linux' ? ['--sync-method=syncfs'] : []) : ['--no-sync'];

/** Created under another name and renamed, so that an interrupted start leaves no partial database. */
async function initialise(
  binaries: Binaries,
  home: string,
  passwordFile: string,
  runAs: RunAs | undefined,
  { durable = true }: EmbeddedPostgresOptions,
): Promise<void> {
  const unfinished = join(home, 'postgres.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await give(unfinished, runAs);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await give(passwordFile, runAs);
  const initdb = run(
    join(binaries.root, 'bin', 'initdb'),
    [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      ...syncing(durable),
    ],
    runAs,
    unfinished,
  );
  await initdb.ended;
  if (initdb.child.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(messageFor(initdb.output(), { place: home }));
  }
  await rename(unfinished, join(home, 'postgres'));
}

function commandOf(
  { root }: Binaries,
  cluster: string,
  port: number,
  { durable = true, settings = {} }: EmbeddedPostgresOptions,
): [string, ...string[]] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [join(root, 'bin', 'postgres'), '-D', cluster, ...options];
}

async function startServer(
  binaries: Binaries,
  cluster: string,
  runAs: RunAs | undefined,
  guarded: (pid: number) => () => void,
  options: EmbeddedPostgresOptions,
): Promise<RunningServer> {
  const orphansUntil = performance.now() + ORPHANS_END_WITHIN_MS;
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const [program, ...args] = commandOf(binaries, cluster, port, options);
    const server = run(program, args, runAs, cluster);
    const { pid } = server.child;
    // Also during its start, which may be a long recovery.
    const removeGuard = pid === undefined ? () => undefined : guarded(pid);
    const timer = setTimeout(() => server.child.kill('SIGQUIT'), READY_WITHIN_MS);
    const isReady = await server.waitForOutput(/database system is ready to accept connections/);
    clearTimeout(timer);
    const { ended } = server;
    if (isReady) return { pid: pid as number, port, ended, output: () => server.output(), removeGuard };
    removeGuard();
    if (/pre-existing shared memory block/.test(server.output()) && performance.now() < orphansUntil) {
      options.log?.warn('waiting for the last sessions of a database server that was killed');
      await new Promise((resolve) => setTimeout(resolve, ORPHANS_EVERY_MS));
      continue;
    }
    const isTaken = /could not bind|Address already in use/i.test(server.output());
    if (!isTaken || options.port !== undefined || attempt >= PORT_ATTEMPTS) {
      throw new EmbeddedPostgresError(messageFor(server.output(), { place: cluster, port }));
    }
  }
}
