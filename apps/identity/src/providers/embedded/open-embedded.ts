import { AddressLimits } from '@earworm/service-kit/address-limits';
import { DeviceCookies } from '@earworm/service-kit/device-cookies';
import { Accounts } from '../../accounts/accounts.js';
import { makeFirstAdmin } from '../../accounts/first-admin.js';
import { GuessGuard } from '../../accounts/guess-guard.js';
import { KnownDevices } from '../../accounts/known-devices.js';
import { PasswordResets } from '../../accounts/password-resets.js';
import { openPasswords } from '../../accounts/passwords.js';
import { upgradeGuest } from '../../accounts/upgrade-guest.js';
import { Users } from '../../accounts/users.js';
import { GuestDoor } from '../../guests/guest-door.js';
import { isSecure } from '../../identity.config.js';
import { NO_POOL, watchGuestPool } from '../../identity.metrics.js';
import { RefreshTokens } from '../../tokens/refresh-tokens.js';
import type { OpenedProvider, ProviderParts } from '../opened-provider.js';
import { AccessTokens, type Holder } from './access-tokens.js';
import { endEverywhere } from './end-everywhere.js';
import { EmbeddedDirectory } from './embedded-directory.js';
import { EmbeddedProvider } from './embedded-provider.js';
import { FrontDoor } from './front-door.js';
import { registerGrants } from './grants.js';
import { openOidc } from './oidc.js';
import { OidcRecord } from './oidc-record.entity.js';
import { addOwnRoutes } from './own-routes.js';
import { postgresAdapter } from './postgres-adapter.js';
import { RealmsHandler } from './realms-handler.js';
import { endTokensOf } from './reused-codes.js';

/** The embedded provider with its routes, and its first admin. */
export async function openEmbedded(parts: ProviderParts): Promise<OpenedProvider> {
  const { kit, config, db, secrets, revocations, failed } = parts;
  watchGuestPool(kit.metrics, NO_POOL);
  const users = new Users(db);
  const passwords = await openPasswords();
  const devices = new KnownDevices(db, 'user_account');
  const guard = new GuessGuard(devices, parts.guesses.signIn);
  const accounts = await Accounts.open({
    ...{ users, passwords, devices, guard },
    upgradeGuest: upgradeGuest(db, revocations, config.GUEST_TOKEN_SECONDS),
  });
  const end = endEverywhere(db, revocations);
  const resets = new PasswordResets({
    ...{ db, devices, accounts: users, mail: parts.mail, guesses: parts.guesses.reset, endEverywhere: end },
    readyPassword: async (password) => {
      const passwordHash = await passwords.hash(password);
      return (tx, userId) => new Users(tx).setPassword(userId, passwordHash);
    },
    onFailure: failed('a reset link was not sent'),
  });

  const refreshTokens = new RefreshTokens(db, secrets.key, config.OIDC_ISSUER, config.SESSION_DAYS);
  const onReuse = endTokensOf(db, refreshTokens, revocations, config.USER_TOKEN_SECONDS);
  const minting = new WeakMap<object, Holder>();
  const oidc = openOidc({ config, secrets, users, adapter: postgresAdapter(db, onReuse), minting });
  const provider = new EmbeddedProvider({
    ...{ config, key: secrets.key, users, accounts, resets, revocations },
    guests: new GuestDoor((ids) => users.createGuests(ids)),
    accessTokens: new AccessTokens(oidc, config, minting),
    refreshTokens,
    endEverywhere: end,
    endBrowserSession: async (uid) => void (await db.getRepository(OidcRecord).delete({ uid })),
  });
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  await makeFirstAdmin(db, passwords, {
    ...{ email, password, tell: parts.onFirstAdmin, endEverywhere: end },
    warn: (sentence) => kit.log.warn(sentence),
  });
  const ceilings = new AddressLimits(kit.bus, failed('addresses could not be counted'));
  const cookies = new DeviceCookies(isSecure(config));
  const front = new FrontDoor(ceilings, config.TRUSTED_PROXIES, cookies, secrets.deviceKey);
  registerGrants(oidc, provider, front, failed('the token route failed'));
  addOwnRoutes({
    ...{ oidc, provider, accounts, users, revocations, front, key: secrets.key },
    isSecure: isSecure(config),
    onError: failed('a realm route failed'),
  });
  oidc.on('server_error', (_, error) => failed('the identity provider failed')(error));
  kit.log.info({ passwords: passwords.algorithm, issuer: config.OIDC_ISSUER }, 'identity is open');
  return {
    provider,
    directory: new EmbeddedDirectory({ db, revocations, endEverywhere: end }),
    realms: new RealmsHandler(oidc),
    jobs: [],
    onApplicationShutdown: async () => {
      ceilings.stop();
      await resets.close();
    },
  };
}
