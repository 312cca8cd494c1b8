import { type ContainerKind, dockerVersion, startContainer, startPostgres, type TestServer } from './test-servers.js';

declare global {
  var testServers: TestServer[] | undefined;
}

/**
 * One of each server for the whole run. A variable that is set already names a server to use instead. What cannot be
 * had is said here, and again by every spec that would have needed it.
 */
export default async function serversUp(): Promise<void> {
  const running: TestServer[] = [];
  globalThis.testServers = running;
  const start = async (variable: string, name: string, begin: () => Promise<TestServer>): Promise<void> => {
    if (process.env[variable]) return;
    try {
      const server = await begin();
      running.push(server);
      process.env[variable] = server.url;
    } catch (error) {
      process.stderr.write(`\nMISSING: ${name}: specs that need it will not run. ${(error as Error).message}\n`);
    }
  };
  // Without its reaper (an image that not every registry has) testcontainers leaves stopping to the teardown.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  const docker = await dockerVersion();
  const container = (kind: ContainerKind) => () =>
    docker ? startContainer(kind) : Promise.reject(new Error('No Docker engine answers.'));
  await Promise.all([
    start('TEST_POSTGRES_URL', 'Postgres', startPostgres),
    start('TEST_NATS_URL', 'NATS', container('nats')),
    start('TEST_REDIS_URL', 'Redis', container('redis')),
    start('TEST_MINIO_URL', 'MinIO', container('minio')),
  ]);
}
