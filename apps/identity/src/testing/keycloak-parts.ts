import type { DataSource } from 'typeorm';
import type { KeycloakOptions } from '../identity.config.js';
import { deleteOldGuests } from '../providers/keycloak/delete-old-guests.js';
import { KeycloakCheck } from '../providers/keycloak/keycloak-check.js';
import { KeycloakHttp } from '../providers/keycloak/keycloak-http.js';
import { RealmMetadata } from '../providers/keycloak/realm-metadata.js';
import { ServiceAccount } from '../providers/keycloak/service-account.js';
import { TokenEndpoint } from '../providers/keycloak/token-endpoint.js';
import { UsersApi } from '../providers/keycloak/users-api.js';

const TIMEOUT_MS = 5_000;

function connect({ url, realm, secret }: KeycloakOptions, now: () => number = Date.now) {
  const http = new KeycloakHttp(url, realm, TIMEOUT_MS);
  return { http, account: new ServiceAccount(http, new TokenEndpoint(http, secret), now) };
}

/** The checks of a start. `now`: this machine's clock. */
export async function connectToKeycloak(options: KeycloakOptions & { readonly now: () => number }): Promise<void> {
  const { http, account } = connect(options, options.now);
  const guests = { fault: null };
  await new KeycloakCheck({ metadata: new RealmMetadata(http), account, guests, everyMs: 0 }).connect();
}

/** A run of the job. */
export function deleteOldGuestsOf(
  {
    KEYCLOAK_URL: url,
    KEYCLOAK_REALM: realm,
    KEYCLOAK_CLIENT_SECRET: secret,
  }: Readonly<Record<'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT_SECRET', string>>,
  db: DataSource,
  days: number,
): Promise<number> {
  return deleteOldGuests(db, new UsersApi(connect({ url, realm, secret }).account), days);
}
