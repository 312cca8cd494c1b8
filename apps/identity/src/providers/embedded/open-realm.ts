import type { DataSource } from 'typeorm';
import type { RefreshTokens } from '../../tokens/refresh-tokens.js';
import type { ProviderDependencies, RealmMiddleware } from '../identity-provider.js';
import { registerGrants } from './grants.js';
import { openOidc, type OidcDependencies } from './oidc.js';
import { postgresAdapter, revokeCode } from './postgres-adapter.js';
import { addRealmRoutes, realmMiddleware, type RealmRoutesDependencies } from './realm-routes.js';

type RealmDependencies = Omit<OidcDependencies, 'adapter'> &
  Omit<RealmRoutesDependencies, 'oidc' | 'onError'> &
  Pick<ProviderDependencies, 'failed'> & { readonly db: DataSource; readonly refreshTokens: RefreshTokens };

/** The realm's routes, and all that loads oidc-provider. */
export function openRealm({
  config,
  secrets,
  db,
  refreshTokens,
  failed,
  ...routes
}: RealmDependencies): RealmMiddleware {
  const { provider, users, limits, revocations } = routes;
  const adapter = postgresAdapter(db, revokeCode(db, refreshTokens, revocations));
  const oidc = openOidc({ config, secrets, users, adapter });
  registerGrants(oidc, provider, limits, failed('the token route failed'));
  addRealmRoutes({ ...routes, oidc, onError: failed('a realm route failed') });
  oidc.on('server_error', (_, error) => failed('the identity provider failed')(error));
  return realmMiddleware(oidc);
}
