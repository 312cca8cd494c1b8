import { ownPostgres } from '@earworm/game/testing';
import { runIdentity } from '@earworm/identity/testing';
import type { Tokens } from '@earworm/contracts';
import { type Principal, createTokenVerifier } from '@earworm/service-kit/auth';
import { adminApi, newRealm, type ProductRealmOptions, type TestKeycloak } from '../../harness/keycloak-server.js';
import { TcpLine } from '../../harness/tcp-line.js';

/** The identity service alone, on a new realm and database; its connection to Keycloak can be cut. */
export async function startIdentityOn(
  keycloak: TestKeycloak,
  more: Readonly<Record<string, string>> = {},
  options: ProductRealmOptions = {},
) {
  const [{ port, env }, postgres, line] = await Promise.all([
    newRealm(keycloak, options),
    ownPostgres(),
    TcpLine.to(Number(new URL(keycloak.url).port)),
  ]);
  const realm = String(env['KEYCLOAK_REALM']);
  const settings = {
    DATABASE_URL: postgres.url,
    KEYCLOAK_URL: `http://127.0.0.1:${line.port}`,
    KEYCLOAK_REALM: realm,
    KEYCLOAK_CLIENT_SECRET: String(env['KEYCLOAK_CLIENT_SECRET']),
    KEYCLOAK_WITHIN_MS: '9000',
    KEYCLOAK_GUEST_POOL: '3',
    ...more,
  };
  const service = await runIdentity(settings, {
    listen: { port, host: '0.0.0.0' },
    overrides: { keycloakEventsMs: 300, keycloakCheckMs: 100 },
  });
  const { provider, db } = service.identity;
  const verifier = createTokenVerifier({
    keys: { bus: service.bus },
    issuer: provider.issuer,
    audience: provider.audience,
  });
  const api = adminApi(keycloak);
  return {
    service,
    call: service.call,
    settings,
    line,
    db,
    /** What an administrator does at Keycloak's own console. */
    console: {
      get: <T>(path: string) => api.get<T>(`/${realm}${path}`),
      send: (...[method, path, body]: Parameters<typeof api.send>) => api.send(method, `/${realm}${path}`, body),
    },
    /** Who a gateway takes the holder of these tokens for. */
    read: ({ access_token: token }: Tokens): Promise<Principal> => verifier.verify(token),
    stop: async () => {
      await service.stop();
      line.close();
      await postgres.remove();
    },
  };
}

export type IdentityOnKeycloak = Awaited<ReturnType<typeof startIdentityOn>>;
