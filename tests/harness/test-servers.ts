import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { type ContainerKind, IMAGES } from './images.js';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real Postgres with temporary data. */
export async function startPostgres(): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'earworm-int-'));
  // Started by root, Postgres runs as another user.
  await chmod(dir, 0o755);
  const postgres = await startEmbeddedPostgres({ dir, durable: false, settings: { max_connections: '300' } });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

// Without its reaper, an image that not every registry has, testcontainers leaves stopping to the teardown.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

export interface ContainerOptions {
  /** Default: that of `IMAGES`. */
  readonly command?: readonly string[];
  /** Texts by their path in the container. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function startContainer(
  kind: ContainerKind,
  { command, files = {} }: ContainerOptions = {},
): Promise<TestServer> {
  const { image, port, url, command: usual } = IMAGES[kind];
  const container = await new GenericContainer(image)
    .withExposedPorts(port)
    .withCommand([...(command ?? usual)])
    .withCopyContentToContainer(Object.entries(files).map(([target, content]) => ({ target, content, mode: 0o644 })))
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(60_000)
    .start();
  return {
    url: `${url}${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => void (await container.stop()),
  };
}

export interface KillableServer extends TestServer {
  /** SIGKILL: nothing is saved. */
  kill(): Promise<void>;
  /** Starts it again on its port. Resolves before it answers. */
  start(): Promise<void>;
}

/** A server that can be killed and started again on the same port. */
export async function startKillable(kind: ContainerKind, host: number): Promise<KillableServer> {
  const { image, port, url, command } = IMAGES[kind];
  const container = await new GenericContainer(image)
    .withExposedPorts({ container: port, host })
    .withCommand([...command])
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(60_000)
    .start();
  const docker = (await getContainerRuntimeClient()).container.getById(container.getId());
  return {
    url: `${url}${container.getHost()}:${host}`,
    kill: async () => void (await docker.kill()),
    start: () => docker.start(),
    stop: async () => void (await container.stop()),
  };
}
