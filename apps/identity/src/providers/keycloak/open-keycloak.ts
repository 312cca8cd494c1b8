import { RefusedError } from '@earworm/contracts';
import { retryUntilReady } from '@earworm/service-kit/health';
import { KnownDevices } from '../../accounts/known-devices.js';
import { PasswordResets } from '../../accounts/password-resets.js';
import { SignInThrottle } from '../../accounts/throttles.js';
import type { KeycloakOptions } from '../../identity.config.js';
import { watchGuestPool } from '../../identity.metrics.js';
import { endEverywhere } from '../../tokens/revocations.js';
import { RefreshTokens } from '../../tokens/refresh-tokens.js';
import type { OpenedProvider, ProviderDependencies } from '../identity-provider.js';
import { ASSERTION_ISSUER, AssertionKeys, READ_KEYS_EVERY_MS, assertionKeysRoute } from './assertion-keys.js';
import { deleteOldGuests } from './delete-old-guests.js';
import { firstAdminIn } from './first-admin.js';
import { GuestPool } from './guest-pool.js';
import { KeycloakAccounts } from './keycloak-accounts.js';
import { KeycloakCheck } from './keycloak-check.js';
import { KeycloakDirectory } from './keycloak-directory.js';
import { KeycloakEvents } from './keycloak-events.js';
import { KeycloakGuests } from './keycloak-guests.js';
import { KeycloakHttp } from './keycloak-http.js';
import { KeycloakProvider } from './keycloak-provider.js';
import { RealmMetadata } from './realm-metadata.js';
import { ServiceAccount } from './service-account.js';
import { TokenEndpoint } from './token-endpoint.js';
import { upgradeGuest } from './upgrade-guest.js';
import { UsersApi } from './users-api.js';
import { RENEW_TICKETS } from './guests.sql.js';

export async function openKeycloak(
  dependencies: ProviderDependencies,
  keycloak: KeycloakOptions,
): Promise<OpenedProvider> {
  const { kit, config, db, secrets, revocations, mail, signInThrottle, resetThrottle, failed } = dependencies;
  const warn = (message: string) => kit.log.warn(message);
  const warned = (message: string) => (error: unknown) => kit.log.warn({ reason: messageOf(error) }, message);
  const http = new KeycloakHttp(keycloak.url, keycloak.realm, config.KEYCLOAK_WITHIN_MS);
  const tokens = new TokenEndpoint(http, keycloak.secret);
  const account = new ServiceAccount(http, tokens);
  const users = new UsersApi(account);
  const metadata = new RealmMetadata(http);
  const keys = await AssertionKeys.open(db, { days: config.assertionKeyDays, audience: () => metadata.issuer });
  const pool = new GuestPool({
    db,
    users,
    size: config.KEYCLOAK_GUEST_POOL,
    concurrency: config.KEYCLOAK_GUEST_CONCURRENCY,
    onError: warned('no guests could be created ahead'),
  });
  watchGuestPool(kit.metrics, pool);
  const guests = new KeycloakGuests({ db, pool, keys, tokens });
  const devices = new KnownDevices(db, 'keycloak_account');
  const accounts = new KeycloakAccounts({
    db,
    tokens,
    users,
    devices,
    throttle: new SignInThrottle(devices, signInThrottle),
    upgradeGuest: upgradeGuest({ db, users, revocations }),
  });
  const signOutEverywhere = endEverywhere(db, revocations, async (userId, tx) => {
    await tx.query(RENEW_TICKETS, [userId]);
    await users.endSessions(userId);
  });
  const resets = new PasswordResets({
    db,
    devices,
    accounts,
    mail,
    throttle: resetThrottle,
    endEverywhere: signOutEverywhere,
    preparePassword: async (password) => (_, userId) => users.setPassword(userId, password),
    onFailure: failed('a reset link was not sent'),
  });
  const check = new KeycloakCheck({ metadata, account, guests, everyMs: config.keycloakCheckMs });
  const events = new KeycloakEvents({
    db,
    account,
    users,
    revocations,
    everyMs: config.keycloakEventsMs,
    endTickets: (userId) => guests.endTickets(userId),
    tokenSeconds: config.USER_TOKEN_SECONDS,
    onError: warned('the events of Keycloak could not be read'),
    warn,
  });

  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  const ensureFirstAdmin = firstAdminIn(users, tokens, { email, password, warn, endEverywhere: signOutEverywhere });
  await connected(kit, async () => {
    await check.connect();
    await ensureFirstAdmin();
  });
  kit.health.add('keycloak', () => check.check(), { optional: true });
  pool.start();
  events.start();
  kit.log.info({ issuer: metadata.issuer }, 'Keycloak is ready');
  const refreshTokens = new RefreshTokens(db, secrets.key, ASSERTION_ISSUER, config.SESSION_DAYS);
  const keysFailed = failed('the keys of assertions could not be read');
  return {
    provider: new KeycloakProvider({ config, metadata, tokens, accounts, guests, resets, refreshTokens, revocations }),
    directory: new KeycloakDirectory({ db, users, revocations, endEverywhere: signOutEverywhere }),
    realm: assertionKeysRoute(keys, keysFailed),
    jobs: [
      {
        name: 'delete-old-guests',
        firstMs: 60_000,
        everyMs: 900_000,
        run: (stopped) => deleteOldGuests(db, users, config.SESSION_DAYS, stopped),
        failure: failed('old guests could not be deleted'),
      },
      {
        name: 'renew-assertion-keys',
        everyMs: READ_KEYS_EVERY_MS,
        run: () => keys.renew(),
        failure: keysFailed,
      },
    ],
    onApplicationShutdown: async () => {
      await Promise.all([pool.stop(), events.stop(), resets.close()]);
    },
  };
}

/** Retries until Keycloak is available and set up. Health shows the reason; without health in the log, so does the log. */
async function connected(
  { health, log, isOwnProcess }: ProviderDependencies['kit'],
  connect: () => Promise<void>,
): Promise<void> {
  let logged = '';
  // ADMIN_PASSWORD is refused: no retry can succeed.
  const isFinal = (error: unknown) => error instanceof RefusedError;
  await retryUntilReady({ health, name: 'keycloak', isFinal }, async () => {
    try {
      await connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isOwnProcess && reason !== logged) log.warn(`waiting for Keycloak: ${reason}`);
      logged = reason;
      throw error;
    }
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
