import { rm } from 'node:fs/promises';

export default async function tearDown(): Promise<void> {
  const { preparedData } = globalThis.earwormInstall ?? {};
  if (preparedData !== undefined) await rm(preparedData, { recursive: true, force: true });
}
