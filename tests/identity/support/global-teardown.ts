import type { Config } from '@jest/types';

/** In the reverse order: the prepared data goes last. */
export default async function tearDown(_: Config.GlobalConfig, { globals }: Config.ProjectConfig): Promise<void> {
  const running = globalThis.earwormIdentity?.get(String(globals['identityProvider'])) ?? [];
  for (const each of running.splice(0).reverse()) await each.stop().catch((error: unknown) => console.error(error));
}
