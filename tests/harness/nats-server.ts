import { connect } from 'node:net';
import { join } from 'node:path';
import { Child } from './child.js';
import { dockerRun, dockerVersion } from './docker-run.js';
import type { Guard } from './guard.js';
import { IMAGES } from './images.js';
import { onPath } from './on-path.js';
import { lastingPort } from './ports.js';
import { ROOT } from './root.js';

/** The configurations that operators are given, and the password that they ask for. */
const CONFIGS = join(ROOT, 'deploy/nats');
const PASSWORD = 'a-password-for-tests';

/** Where a NATS server can be had. */
export type NatsSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'container' };

/** For where there is none. */
export const NO_NATS =
  'There is no NATS server here: set NATS_URL to one, put nats-server on the PATH, or start a Docker engine.';

/** NATS_URL, else nats-server on the PATH, else an image on a Docker engine, else null. */
export async function findNats(env: NodeJS.ProcessEnv = process.env): Promise<NatsSource | null> {
  if (env['NATS_URL']) return { kind: 'url', url: env['NATS_URL'] };
  const path = await onPath('nats-server', env);
  if (path !== null) return { kind: 'program', path };
  return (await dockerVersion()) === undefined ? null : { kind: 'container' };
}

/** A server of our own that can be killed and started again, on a port that stays; null for one that others run. */
export async function natsChild(source: NatsSource, guard: Guard): Promise<{ url: string; child: Child | null }> {
  if (source.kind === 'url') return { url: source.url, child: null };
  const port = await lastingPort();
  const isReady = () => answers(port);
  const common = { name: 'nats', env: { ...process.env, NATS_PASSWORD: PASSWORD }, isReady, guard };
  const child =
    source.kind === 'program'
      ? new Child({ ...common, program: source.path, args: ['-c', join(CONFIGS, 'nats.conf'), '-p', String(port)] })
      : new Child({
          ...common,
          ...dockerRun({
            ...{ name: 'nats', image: IMAGES.nats.image, port, containerPort: IMAGES.nats.port },
            options: ['-e', 'NATS_PASSWORD', '-v', `${CONFIGS}:/etc/earworm:ro`],
            command: ['-c', '/etc/earworm/container.conf'],
          }),
        });
  return { url: `nats://earworm:${PASSWORD}@127.0.0.1:${port}`, child };
}

/** True once a server greets. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (heard: boolean) => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('data', (data) => end(data.includes('INFO')));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
