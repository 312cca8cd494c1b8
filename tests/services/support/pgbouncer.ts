import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from '../../harness/child.js';
import type { Guard } from '../../harness/guard.js';
import { lastingPort } from '../../harness/ports.js';

const run = promisify(execFile);
/** Built without a pgbouncer on the PATH; needs a Docker engine that reaches a Debian mirror. */
const IMAGE = 'earworm-pgbouncer:bookworm';
const DOCKERFILE =
  'FROM debian:bookworm-slim\nRUN apt-get update && apt-get install -y --no-install-recommends pgbouncer\n';
const BUILD_WITHIN_MS = 120_000;

export type PoolerSource = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'container' };

export const NO_PGBOUNCER = 'There is no pgbouncer here: install it (on Debian: apt-get install pgbouncer).';

/** pgbouncer on this machine, else an image made for it, else null. */
export async function findPgbouncer(): Promise<PoolerSource | null> {
  // Debian installs it outside a user's PATH.
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, 'pgbouncer');
    if (await can(access(path, constants.X_OK))) return { kind: 'program', path };
  }
  const build = run('sh', ['-c', `printf '%b' "$0" | docker build -q -t ${IMAGE} -`, DOCKERFILE], {
    timeout: BUILD_WITHIN_MS,
  });
  return (await can(build)) ? { kind: 'container' } : null;
}

const can = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Starts one with default settings that hands out the sessions of `url`'s server a transaction at a time; the URL that leads through it. */
export async function transactionPooler(source: PoolerSource, url: string, folder: string, guard: Guard) {
  const port = await lastingPort();
  const { hostname, port: target, username, password, pathname } = new URL(url);
  const ini = join(folder, 'pgbouncer.ini');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await writeFile(
    ini,
    `[databases]
* = host=${hostname} port=${target} dbname=${pathname.slice(1)} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 || source.kind === 'container' ? ['-u', 'nobody'] : [];
  const inContainer = [
    'run',
    '--rm',
    '--init',
    '--network',
    'host',
    '-v',
    `${folder}:${folder}:ro`,
    IMAGE,
    'pgbouncer',
  ];
  const child = new Child({
    name: 'pgbouncer',
    program: source.kind === 'program' ? source.path : 'docker',
    args: [...(source.kind === 'program' ? [] : inContainer), ...asUser, ini],
    env: process.env,
    isReady: () => listens(port),
    guard,
  });
  await child.start();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return { url: through.href, child };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
