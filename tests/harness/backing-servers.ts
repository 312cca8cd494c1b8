import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { syncRealm } from '@earworm/identity/realm';
import { Child } from './child.js';
import { dockerRun } from './docker-run.js';
import type { Guard } from './guard.js';
import { IMAGES } from './images.js';
import {
  adminApi,
  HOST_OF_CONTAINERS,
  KEYCLOAK_FOLDERS,
  KEYCLOAK_STARTS_WITHIN_MS,
  keysOfIdentity,
  SMALL_JVM,
} from './keycloak-server.js';
import { lastingPort } from './ports.js';

/** A server that services use: an existing one, named by variables, or a container. */
export type ServerSource = { readonly kind: 'given' } | { readonly kind: 'container' };

export interface BackingServer {
  /** Addresses and credentials for the services. */
  readonly env: NodeJS.ProcessEnv;
  readonly child: Child | null;
  /** Default: as long as every child may take. */
  readonly startsWithinMs?: number;
  /** Called once it is up. */
  readonly prepare?: () => Promise<unknown>;
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
  /** The host that browsers use; default: the loopback interface. */
  readonly publicHost?: string;
  /** Its data is kept in a Docker volume for this folder; default: it goes with the container. */
  readonly persistedIn?: string;
}

export async function minioServer(
  source: ServerSource,
  { guard, publicHost, persistedIn }: MinioOptions,
): Promise<BackingServer> {
  if (source.kind === 'given') return { env: {}, child: null };
  const port = await lastingPort();
  const secret = randomBytes(16).toString('hex');
  const volume = persistedIn && `earworm-minio-${idOf(persistedIn)}`;
  const run = dockerRun({
    name: 'minio',
    image: IMAGES.minio.image,
    port,
    containerPort: IMAGES.minio.port,
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

export interface KeycloakOptions {
  readonly guard: Guard;
  /** The host that browsers use; default: the loopback interface. */
  readonly publicHost?: string;
  /** Its data is kept in a Docker volume for this folder, and its administrator's password in it; default: neither. */
  readonly persistedIn?: string;
  /** Of the web app. */
  readonly origins: readonly [string, ...string[]];
  readonly identityPort: number;
}

/** In the folder that its data is kept for. */
export const KEYCLOAK_PASSWORD_FILE = 'keycloak-admin.password';

/** Applies the realm file at every start. */
export async function keycloakServer(options: KeycloakOptions): Promise<BackingServer> {
  const { guard, publicHost, persistedIn, origins, identityPort } = options;
  const port = await lastingPort();
  const { image, port: containerPort, command } = IMAGES.keycloak;
  const password = persistedIn
    ? await storedPassword(join(persistedIn, KEYCLOAK_PASSWORD_FILE))
    : randomBytes(16).toString('hex');
  const admin = { username: 'admin', password };
  const variables = {
    KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    KC_HOSTNAME: `http://${publicHost ?? 'localhost'}:${port}`,
    KC_HOSTNAME_BACKCHANNEL_DYNAMIC: 'true',
    ...SMALL_JVM,
  };
  const theme = KEYCLOAK_FOLDERS.theme;
  const run = dockerRun({
    name: 'keycloak',
    image,
    port,
    containerPort,
    command: command.slice(0, 1),
    host: publicHost === undefined ? '127.0.0.1' : '0.0.0.0',
    options: [
      // A new volume belongs to root.
      '-u',
      '0',
      ...Object.keys(variables).flatMap((name) => ['-e', name]),
      ...(persistedIn ? ['-v', `earworm-keycloak-${idOf(persistedIn)}:/opt/keycloak/data`] : []),
      '-v',
      `${theme.source}:${theme.target}:ro`,
      '--add-host',
      `${HOST_OF_CONTAINERS}:host-gateway`,
    ],
  });
  const url = `http://127.0.0.1:${port}`;
  const child = new Child({
    ...run,
    name: 'keycloak',
    env: { ...process.env, ...variables },
    isReady: async () => (await fetch(`${url}/realms/master`).catch(() => null))?.ok === true,
    guard,
  });
  const clientSecret = randomBytes(32).toString('base64url');
  const [publicUrl, ...further] = origins;
  const settings = {
    realm: 'earworm',
    clientSecret,
    publicUrl,
    origins: further,
    assertionKeysUrl: keysOfIdentity(identityPort),
  };
  return {
    env: { KEYCLOAK_URL: url, KEYCLOAK_CLIENT_SECRET: clientSecret },
    child,
    startsWithinMs: KEYCLOAK_STARTS_WITHIN_MS,
    prepare: () => syncRealm(adminApi({ url, admin }), settings, { report: () => undefined }),
  };
}

/** Made at the first start: Keycloak reads it then, and never again. */
async function storedPassword(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null);
  if (stored !== null) return stored.trim();
  const password = randomBytes(16).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Of a folder, in the names of its volumes. */
const idOf = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 8);

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('data', (data) => end(data.includes('+PONG')));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
