export default async function tearDown(): Promise<void> {
  const { removeData, redis } = globalThis.earwormServices ?? {};
  await redis?.stop();
  await removeData?.();
}
