import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Child } from './child.js';
import { dockerRun } from './docker-run.js';
import type { Guard } from './guard.js';
import { IMAGES } from './images.js';
import { lastingPort } from './ports.js';

/** A server that services use: one that others run, named by the variables, or a container. */
export type ServerSource = { readonly kind: 'given' } | { readonly kind: 'container' };

export interface BackingServer {
  /** What leads the services to it. */
  readonly env: NodeJS.ProcessEnv;
  readonly child: Child | null;
}

export async function redisServer(source: ServerSource, guard: Guard): Promise<BackingServer> {
  if (source.kind === 'given') return { env: {}, child: null };
  const port = await lastingPort();
  const run = dockerRun({ name: 'redis', image: IMAGES.redis.image, port, containerPort: IMAGES.redis.port });
  const child = new Child({ ...run, name: 'redis', env: process.env, isReady: () => answersPing(port), guard });
  return { env: { REDIS_URL: `redis://127.0.0.1:${port}` }, child };
}

export interface MinioOptions {
  readonly guard: Guard;
  /** Where browsers reach it; default: this machine alone. */
  readonly publicHost?: string;
  /** Its data is kept in a Docker volume for this folder; default: it goes with the container. */
  readonly keptFor?: string;
}

export async function minioServer(
  source: ServerSource,
  { guard, publicHost, keptFor }: MinioOptions,
): Promise<BackingServer> {
  if (source.kind === 'given') return { env: {}, child: null };
  const port = await lastingPort();
  const secret = randomBytes(16).toString('hex');
  const volume = keptFor && `earworm-minio-${createHash('sha256').update(keptFor).digest('hex').slice(0, 8)}`;
  const run = dockerRun({
    ...{ name: 'minio', image: IMAGES.minio.image, port, containerPort: IMAGES.minio.port },
    host: publicHost === undefined ? '127.0.0.1' : '0.0.0.0',
    options: ['-e', 'MINIO_ROOT_USER', '-e', 'MINIO_ROOT_PASSWORD', ...(volume ? ['-v', `${volume}:/data`] : [])],
    command: IMAGES.minio.command,
  });
  const child = new Child({
    ...run,
    name: 'minio',
    env: { ...process.env, MINIO_ROOT_USER: 'earworm', MINIO_ROOT_PASSWORD: secret },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/minio/health/ready`).catch(() => null))?.ok === true,
    guard,
  });
  const env = {
    MINIO_ENDPOINT: `http://127.0.0.1:${port}`,
    MINIO_PUBLIC_ENDPOINT: `http://${publicHost ?? '127.0.0.1'}:${port}`,
    MINIO_ACCESS_KEY: 'earworm',
    MINIO_SECRET_KEY: secret,
  };
  return { env, child };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (heard: boolean) => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('data', (data) => end(data.includes('+PONG')));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
