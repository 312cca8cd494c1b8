import { afterEach, beforeEach } from '@jest/globals';
import { signUp } from '@earworm/contracts';
import { freshDatabase } from '@earworm/service-kit/testing';
import { decodeJwt } from 'jose';
import { FakeKeycloak } from './fake-keycloak.js';
import { runIdentity, type RunningIdentity } from './running-identity.js';

export const EMAIL = 'ada@example.org';
export const PASSWORD = 'secret1';

const OVERRIDES = { keycloakEventsMs: 100 };

/** A fake Keycloak and a separate database for every spec of a file, and the service once the spec starts it. */
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
      (running = await runIdentity({ DATABASE_URL: database.url, ...keycloak.env, ...env }, { overrides: OVERRIDES })),
  };
}

/** Signs a new user up. */
export async function newAccount({ call }: RunningIdentity) {
  const tokens = await call(signUp, { displayName: 'Ada', email: EMAIL, password: PASSWORD });
  return { tokens, userId: String(decodeJwt(tokens.access_token).sub) };
}
