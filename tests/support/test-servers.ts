import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@earworm/service-kit/postgres';
import { GenericContainer, Wait } from 'testcontainers';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The same tags as everywhere else in the repository. */
const IMAGES = { nats: 'nats:2.15.2', redis: 'redis:7.0.15' } as const;
const PORTS = { nats: 4222, redis: 6379 } as const;

/** A real Postgres whose data is thrown away afterwards. */
export async function startPostgres(): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'earworm-int-'));
  // Run as root, Postgres is another user, who has to get in.
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

/** Undefined when no Docker engine answers within 3 s. */
export async function dockerVersion(): Promise<string | undefined> {
  const asked = promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 3000 });
  return asked.then(({ stdout }) => stdout.trim() || undefined).catch(() => undefined);
}

export async function startContainer(kind: keyof typeof IMAGES): Promise<TestServer> {
  const container = await new GenericContainer(IMAGES[kind])
    .withExposedPorts(PORTS[kind])
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(60_000)
    .start();
  return {
    url: `${kind}://${container.getHost()}:${container.getMappedPort(PORTS[kind])}`,
    stop: async () => void (await container.stop()),
  };
}
