import { dockerVersion } from '../../harness/docker-run.js';
import { prepareData } from '../../harness/prepared-data.js';
import { startContainer, type TestServer } from '../../harness/test-servers.js';

declare global {
  var earwormServices: { readonly removeData: () => Promise<void>; readonly redis: TestServer | null } | undefined;
}

/** Data that every spec's database starts from, and one Redis; what a spec kills it starts itself. */
export default async function setUp(): Promise<void> {
  const [removeData, redis] = await Promise.all([prepareData(), startRedis()]);
  globalThis.earwormServices = { removeData, redis };
}

async function startRedis(): Promise<TestServer | null> {
  if (process.env['TEST_REDIS_URL'] || (await dockerVersion()) === undefined) return null;
  // Without its reaper (an image that not every registry has) testcontainers leaves stopping to the teardown.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  const redis = await startContainer('redis');
  process.env['TEST_REDIS_URL'] = redis.url;
  return redis;
}
