import type { DataSource } from 'typeorm';
import type { KeycloakSettings } from '../identity.config.js';
import { KeycloakHttp } from '../providers/keycloak/keycloak-http.js';
import { KeycloakWatch } from '../providers/keycloak/keycloak-check.js';
import { deleteOldGuests } from '../providers/keycloak/delete-old-guests.js';
import { RealmFacts } from '../providers/keycloak/realm-metadata.js';
import { ServiceAccount } from '../providers/keycloak/service-account.js';
import { TokenEndpoint } from '../providers/keycloak/token-endpoint.js';
import { UsersApi } from '../providers/keycloak/users-api.js';

const WITHIN_MS = 5_000;

function partsOf({ url, realm, secret }: KeycloakSettings, now: () => number = Date.now) {
  const http = new KeycloakHttp(url, realm, WITHIN_MS);
  return { http, account: new ServiceAccount(http, new TokenEndpoint(http, secret), now) };
}

/** What a start does before it serves anything. `now`: this machine's clock. */
export async function connectToKeycloak(settings: KeycloakSettings & { readonly now: () => number }): Promise<void> {
  const { http, account } = partsOf(settings, settings.now);
  const guests = { fault: null };
  await new KeycloakWatch({ facts: new RealmFacts(http), account, guests, everyMs: 0 }).connect();
}

/** What a running service does every quarter of an hour. */
export function deleteOldGuestsOf(
  {
    KEYCLOAK_URL: url,
    KEYCLOAK_REALM: realm,
    KEYCLOAK_CLIENT_SECRET: secret,
  }: Readonly<Record<'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT_SECRET', string>>,
  db: DataSource,
  days: number,
): Promise<number> {
  return deleteOldGuests(db, new UsersApi(partsOf({ url, realm, secret }).account), days);
}
