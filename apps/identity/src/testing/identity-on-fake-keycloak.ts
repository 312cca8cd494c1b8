import { afterEach, beforeEach } from '@jest/globals';
import { signUp } from '@earworm/contracts';
import { freshDatabase } from '@earworm/service-kit/testing';
import { decodeJwt } from 'jose';
import { FakeKeycloak } from './fake-keycloak.js';
import { runIdentity, type RunningIdentity } from './running-identity.js';

export const EMAIL = 'ada@example.org';
export const PASSWORD = 'secret1';

/** For every spec of a file a fake Keycloak and a database of its own, and the service once the spec starts it. */
export function identityOnFakeKeycloak() {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let keycloak: FakeKeycloak;
  let running: RunningIdentity | null;
  beforeEach(async () => {
    running = null;
    [database, keycloak] = await Promise.all([freshDatabase(), FakeKeycloak.start()]);
  });
  afterEach(async () => {
    await running?.stop();
    await keycloak.close();
    await database.drop();
  });
  return {
    get keycloak() {
      return keycloak;
    },
    start: async (env: Readonly<Record<string, string>> = {}): Promise<RunningIdentity> =>
      (running = await runIdentity({ DATABASE_URL: database.url, ...keycloak.env, ...env })),
  };
}

/** Somebody signs up. */
export async function newAccount({ call }: RunningIdentity) {
  const tokens = await call(signUp, { displayName: 'Ada', email: EMAIL, password: PASSWORD });
  return { tokens, userId: String(decodeJwt(tokens.access_token).sub) };
}
