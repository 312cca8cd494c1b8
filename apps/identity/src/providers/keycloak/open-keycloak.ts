import { RefusedError } from '@earworm/contracts';
import { retryUntilReady } from '@earworm/service-kit/health';
import { GuessGuard } from '../../accounts/guess-guard.js';
import { KnownDevices } from '../../accounts/known-devices.js';
import { PasswordResets } from '../../accounts/password-resets.js';
import { OLD_TOKENS_SECONDS } from '../../accounts/upgrade-guest.js';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import type { KeycloakSettings } from '../../identity.config.js';
import { watchGuestPool } from '../../identity.metrics.js';
import { RefreshTokens, sessionOfGuest } from '../../tokens/refresh-tokens.js';
import type { OpenedProvider, ProviderParts } from '../opened-provider.js';
import { ASSERTION_ISSUER, AssertionKeys, READ_KEYS_EVERY_MS } from './assertion-keys.js';
import { AssertionKeysHandler } from './assertion-keys-handler.js';
import { choosingAdmin } from './first-admin.js';
import { GuestPool } from './guest-pool.js';
import { KeycloakAccounts } from './keycloak-accounts.js';
import { KeycloakDirectory } from './keycloak-directory.js';
import { KeycloakEvents } from './keycloak-events.js';
import { KeycloakGuests } from './keycloak-guests.js';
import { KeycloakHttp } from './keycloak-http.js';
import { KeycloakProvider } from './keycloak-provider.js';
import { KeycloakWatch } from './keycloak-watch.js';
import { deleteOldGuests } from './old-guests.js';
import { RealmFacts } from './realm-facts.js';
import { ServiceAccount } from './service-account.js';
import { TokenEndpoint } from './token-endpoint.js';
import { upgradeGuest } from './upgrade-guest.js';
import { UsersApi } from './users-api.js';

/** `now`: this machine's clock. */
export async function openKeycloak(
  parts: ProviderParts,
  keycloak: KeycloakSettings,
  now: () => number = Date.now,
): Promise<OpenedProvider> {
  const { kit, config, db, secrets, revocations, failed } = parts;
  const http = new KeycloakHttp(keycloak.url, keycloak.realm, config.KEYCLOAK_WITHIN_MS);
  const tokens = new TokenEndpoint(http, keycloak.secret);
  const account = new ServiceAccount(http, tokens, now);
  const users = new UsersApi(account);
  const facts = new RealmFacts(http);
  const keys = await AssertionKeys.open(db, {
    ...{ now, days: config.KEYCLOAK_KEY_DAYS, audience: () => facts.issuer },
  });
  const pool = new GuestPool({
    ...{ db, users, size: config.KEYCLOAK_GUEST_POOL, concurrency: config.KEYCLOAK_GUEST_CONCURRENCY },
    onError: (error) => kit.log.warn({ reason: reasonOf(error) }, 'no guests could be created ahead'),
  });
  watchGuestPool(kit.metrics, pool);
  const guests = new KeycloakGuests({ db, pool, keys, tokens });
  const devices = new KnownDevices(db, 'keycloak_account');
  const guard = new GuessGuard(devices, parts.guesses.signIn);
  const accounts = new KeycloakAccounts({
    ...{ db, tokens, users, guard, devices },
    upgradeGuest: upgradeGuest({
      ...{ db, users },
      endGuestLater: (userId, tx) => {
        const guest = { userId, session: sessionOfGuest(userId), lifeSeconds: config.GUEST_TOKEN_SECONDS };
        return revocations.endSessionLater(guest, OLD_TOKENS_SECONDS, tx);
      },
    }),
  });

  const end: EndEverywhere = async (userId, change) => {
    await db.transaction(async (tx) => {
      await change?.(tx);
      await tx.query('update keycloak_guest set tickets_from = now() where id = $1', [userId]);
      await revocations.write(userId, tx);
      await users.endSessions(userId);
    });
    // Anew: until the commit a guest's ticket could still bring tokens.
    await revocations.revoke(userId);
  };
  const resets = new PasswordResets({
    ...{ db, devices, accounts, mail: parts.mail, guesses: parts.guesses.reset, endEverywhere: end },
    readyPassword: async (password) => (_, userId) => users.setPassword(userId, password),
    onFailure: failed('a reset link was not sent'),
  });
  const watch = new KeycloakWatch({ facts, account, guests, everyMs: config.KEYCLOAK_CHECK_MS });
  const events = new KeycloakEvents({
    ...{ db, account, users, revocations, everyMs: config.KEYCLOAK_EVENTS_MS },
    endTickets: (userId) => guests.endTickets(userId),
    tokenSeconds: config.USER_TOKEN_SECONDS,
    onError: (error) => kit.log.warn({ reason: reasonOf(error) }, 'the events of Keycloak could not be read'),
    warn: (sentence) => kit.log.warn(sentence),
  });

  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  const warn = (sentence: string) => kit.log.warn(sentence);
  const chooseAdmin = choosingAdmin(users, tokens, { email, password, warn, endEverywhere: end });
  await connected(kit, async () => {
    await watch.connect();
    await chooseAdmin();
  });
  kit.health.add('keycloak', () => watch.check(), { optional: true });
  pool.start();
  events.start();
  kit.log.info({ issuer: facts.issuer }, 'identity is open');
  const refreshTokens = new RefreshTokens(db, secrets.key, ASSERTION_ISSUER, config.SESSION_DAYS);
  return {
    provider: new KeycloakProvider({ config, facts, tokens, accounts, guests, resets, refreshTokens, revocations }),
    directory: new KeycloakDirectory({ db, users, revocations, endEverywhere: end }),
    realms: new AssertionKeysHandler(keys, failed('the keys of assertions could not be read')),
    jobs: [
      {
        ...{ name: 'delete-old-guests', firstMs: 60_000, everyMs: 900_000 },
        run: (stopped) => deleteOldGuests(db, users, config.SESSION_DAYS, stopped),
        failure: failed('old guests could not be deleted'),
      },
      {
        ...{ name: 'renew-assertion-keys', everyMs: READ_KEYS_EVERY_MS },
        run: () => keys.renew(),
        failure: failed('the keys of assertions could not be read'),
      },
    ],
    onApplicationShutdown: async () => {
      await Promise.all([pool.stop(), events.stop(), resets.close()]);
    },
  };
}

/** Tries until it can be worked with. Health has the reason meanwhile; where nothing logs health, the log has a line for each. */
async function connected(
  { health, log, isOwnProcess }: ProviderParts['kit'],
  connect: () => Promise<void>,
): Promise<void> {
  let said = '';
  // The password of ADMIN_PASSWORD is refused: no later try can mend it.
  const isFinal = (error: unknown) => error instanceof RefusedError;
  await retryUntilReady({ health, name: 'keycloak', isFinal }, async () => {
    try {
      await connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isOwnProcess && reason !== said) log.warn(`waiting for Keycloak: ${reason}`);
      said = reason;
      throw error;
    }
  });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
