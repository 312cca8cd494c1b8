import { AddressLimits } from '@earworm/service-kit/address-limits';
import { DeviceCookies } from '@earworm/service-kit/device-cookies';
import { Accounts, upgradeGuest } from '../../accounts/accounts.js';
import { ensureFirstAdmin } from '../../accounts/first-admin.js';
import { KnownDevices } from '../../accounts/known-devices.js';
import { PasswordResets } from '../../accounts/password-resets.js';
import { openPasswords } from '../../accounts/passwords.js';
import { SignInThrottle } from '../../accounts/throttles.js';
import { Users } from '../../accounts/users.js';
import { GuestAdmission } from '../../guests/guest-admission.js';
import { isSecure, ISSUER } from '../../identity.config.js';
import { NO_POOL, watchGuestPool } from '../../identity.metrics.js';
import { endEverywhere } from '../../tokens/revocations.js';
import { RefreshSession } from '../../tokens/refresh-session.entity.js';
import { RefreshTokens } from '../../tokens/refresh-tokens.js';
import type { OpenedProvider, ProviderDependencies } from '../identity-provider.js';
import { AccessTokens } from './access-tokens.js';
import { EmbeddedDirectory } from './embedded-directory.js';
import { EmbeddedProvider } from './embedded-provider.js';
import { OidcRecord } from './oidc-record.entity.js';
import { onDemand } from './on-demand.js';
import { SignInLimits } from './sign-in-limits.js';

export async function openEmbedded(dependencies: ProviderDependencies): Promise<OpenedProvider> {
  const { kit, config, db, secrets, revocations, mail, signInThrottle, resetThrottle, failed } = dependencies;
  const { key } = secrets;
  watchGuestPool(kit.metrics, NO_POOL);
  const users = new Users(db);
  const passwords = await openPasswords();
  const devices = new KnownDevices(db, 'user_account');
  const accounts = await Accounts.open({
    users,
    passwords,
    devices,
    throttle: new SignInThrottle(devices, signInThrottle),
    upgradeGuest: upgradeGuest(db, revocations),
  });
  const signOutEverywhere = endEverywhere(db, revocations, async (userId, tx) => {
    await tx.delete(RefreshSession, { userId });
    await tx.delete(OidcRecord, { accountId: userId });
  });
  const resets = new PasswordResets({
    db,
    devices,
    accounts: users,
    mail,
    throttle: resetThrottle,
    endEverywhere: signOutEverywhere,
    preparePassword: async (password) => {
      const passwordHash = await passwords.hash(password);
      return (tx, userId) => new Users(tx).setPassword(userId, passwordHash);
    },
    onFailure: failed('a reset link was not sent'),
  });

  const refreshTokens = new RefreshTokens(db, key, ISSUER, config.SESSION_DAYS);
  const provider = new EmbeddedProvider({
    config,
    key,
    users,
    accounts,
    resets,
    revocations,
    refreshTokens,
    guests: new GuestAdmission((ids) => users.createGuests(ids)),
    accessTokens: new AccessTokens(key, config),
    endBrowserSession: async (uid) => void (await db.getRepository(OidcRecord).delete({ uid })),
  });
  const admin = {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    warn: (message: string) => kit.log.warn(message),
    endEverywhere: signOutEverywhere,
  };
  await ensureFirstAdmin(db, passwords, admin, dependencies.onFirstAdmin);
  const addressLimits = new AddressLimits(kit.bus, failed('addresses could not be counted'));
  const cookies = new DeviceCookies(isSecure(config));
  const limits = new SignInLimits(addressLimits, config.TRUSTED_PROXIES, cookies, secrets.deviceKey);
  const routes = { db, config, secrets, key, users, accounts, provider, refreshTokens, revocations, limits, failed };
  kit.log.info({ passwords: passwords.algorithm, issuer: ISSUER }, 'embedded identity provider is ready');
  return {
    provider,
    directory: new EmbeddedDirectory({ db, revocations, endEverywhere: signOutEverywhere }),
    // Only sign-ins by redirect need it.
    realm: onDemand(
      async () => (await import('./open-realm.js')).openRealm({ ...routes, isSecure: isSecure(config) }),
      failed('the realm could not be loaded'),
    ),
    jobs: [],
    onApplicationShutdown: async () => {
      addressLimits.stop();
      await resets.close();
    },
  };
}
