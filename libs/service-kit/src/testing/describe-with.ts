import type { describe as Describe, it as It } from '@jest/globals';

/** The servers that a run of the `int` project starts, and the variables with their URLs. */
const VARIABLES = {
  postgres: 'TEST_POSTGRES_URL',
  nats: 'TEST_NATS_URL',
  redis: 'TEST_REDIS_URL',
  minio: 'TEST_MINIO_URL',
} as const;
export type Server = keyof typeof VARIABLES;

export const serverUrl = (server: Server): string | undefined => process.env[VARIABLES[server]] || undefined;

/**
 * Specs that need a real server. Without it, one skipped test says which server is missing: a run that could not test
 * everything shows it.
 */
export function describeWith(server: Server, title: string, body: (url: string) => void): void {
  // Not imported: benchmarks load this folder, too, and Jest's module throws outside Jest.
  const { describe, it } = globalThis as unknown as { describe: typeof Describe; it: typeof It };
  const url = serverUrl(server);
  describe(title, () => {
    if (url) body(url);
    else
      it.skip(`DID NOT RUN: ${server} is not available in this run (${VARIABLES[server]} is unset)`, () => undefined);
  });
}
