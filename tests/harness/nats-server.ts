import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Child } from './child.js';
import { dockerRun, dockerVersion } from './docker-run.js';
import type { Guard } from './guard.js';
import { IMAGES } from './images.js';
import { findExecutable } from './find-executable.js';
import { lastingPort } from './ports.js';
import { ROOT } from './root.js';

/** The configuration for operators. */
const CONFIG = join(ROOT, 'deploy/nats/services.conf');
/** The user of specs: it may use every subject, unlike those of an installation. */
const SPEC = 'spec';
const passwordOf = (user: string) => `${user}-password-for-tests`;

export type NatsSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'container' };

export const NO_NATS =
  'There is no NATS server here: set NATS_URL to one, put nats-server on the PATH, or start a Docker engine.';

/** NATS_URL, else nats-server on the PATH, else an image on a Docker engine, else null. */
export async function findNats(env: NodeJS.ProcessEnv = process.env): Promise<NatsSource | null> {
  if (env['NATS_URL']) return { kind: 'url', url: env['NATS_URL'] };
  const path = await findExecutable('nats-server', env);
  if (path !== null) return { kind: 'program', path };
  return (await dockerVersion()) === undefined ? null : { kind: 'container' };
}

export interface NatsServer {
  /** May use every subject. */
  readonly url: string;
  /** May use what a service needs. */
  readonly urlOf: (service: string) => string;
  /** Null for an existing server. */
  readonly child: Child | null;
}

/** A new server that keeps its port when it is killed and started again; or an existing one. */
export async function natsChild(source: NatsSource, guard: Guard, folder: string): Promise<NatsServer> {
  if (source.kind === 'url') return { url: source.url, urlOf: () => source.url, child: null };
  const port = await lastingPort();
  const isReady = () => answers(port);
  const { config, passwords } = await withSpecUser(folder);
  const common = { name: 'nats', env: { ...process.env, ...passwords }, isReady, guard };
  const child =
    source.kind === 'program'
      ? new Child({ ...common, program: source.path, args: ['-c', config, '-p', String(port)] })
      : new Child({
          ...common,
          ...dockerRun({
            name: 'nats',
            image: IMAGES.nats.image,
            port,
            containerPort: IMAGES.nats.port,
            options: [
              ...Object.keys(passwords).flatMap((name) => ['-e', name]),
              '-v',
              `${config}:/etc/services.conf:ro`,
            ],
            command: ['-c', '/etc/services.conf', '-a', '0.0.0.0'],
          }),
        });
  const urlOf = (user: string) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${port}`;
  return { url: urlOf(SPEC), urlOf, child };
}

/** The operators' configuration with one more user, and the variables that it reads. */
async function withSpecUser(folder: string): Promise<{ config: string; passwords: Record<string, string> }> {
  const given = await readFile(CONFIG, 'utf8');
  const users = [...given.matchAll(/user: "([^"]+)", password: \$(\w+)/g)];
  const passwords = Object.fromEntries(users.map(([, user = '', variable = '']) => [variable, passwordOf(user)]));
  const config = join(folder, 'services.conf');
  await writeFile(config, given.replace('users: [\n', `$&    { user: "${SPEC}", password: "${passwordOf(SPEC)}" }\n`));
  return { config, passwords };
}

/** True once a server sends its INFO. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('data', (data) => end(data.includes('INFO')));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
