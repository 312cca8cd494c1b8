import { dockerVersion } from './docker-run.js';
import type { ContainerKind } from './images.js';
import { neededServers, type Selection, type ServerName } from './needed-servers.js';
import { startContainer, startPostgres, type TestServer } from './test-servers.js';

declare global {
  /** By the variable that holds the server's URL. */
  var testServers: Map<string, TestServer> | undefined;
}

/** Jest's global set-up: one of each server that the selected specs need, for the whole run. */
export default (config: Selection): Promise<void> => startServers(neededServers(config));

/**
 * A variable that is already set names a server to use instead. A missing server is reported here, and again by every
 * spec that needs it.
 */
export async function startServers(needed: readonly ServerName[]): Promise<void> {
  const running = (globalThis.testServers ??= new Map());
  const start = async (server: ServerName, variable: string, name: string, begin: () => Promise<TestServer>) => {
    if (process.env[variable] || !needed.includes(server)) return;
    try {
      const started = await begin();
      running.set(variable, started);
      process.env[variable] = started.url;
    } catch (error) {
      process.stderr.write(`\nMISSING: ${name}: specs that need it will not run. ${(error as Error).message}\n`);
    }
  };
  const docker = needed.every((server) => server === 'postgres') ? undefined : await dockerVersion();
  const container = (kind: ContainerKind) => () =>
    docker ? startContainer(kind) : Promise.reject(new Error('No Docker engine answers.'));
  await Promise.all([
    start('postgres', 'TEST_POSTGRES_URL', 'Postgres', startPostgres),
    start('nats', 'TEST_NATS_URL', 'NATS', container('nats')),
    start('redis', 'TEST_REDIS_URL', 'Redis', container('redis')),
    start('minio', 'TEST_MINIO_URL', 'MinIO', container('minio')),
  ]);
}
