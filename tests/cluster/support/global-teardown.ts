export default async function tearDown(): Promise<void> {
  const { removeData, redis } = globalThis.earwormCluster ?? {};
  await redis?.stop();
  await removeData?.();
}
