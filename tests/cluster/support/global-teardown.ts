import { rm } from 'node:fs/promises';

export default async function tearDown(): Promise<void> {
  const { preparedData, redis } = globalThis.earwormCluster ?? {};
  await redis?.stop();
  if (preparedData !== undefined) await rm(preparedData, { recursive: true, force: true });
}
