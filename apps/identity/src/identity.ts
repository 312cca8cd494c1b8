import { Ceilings } from '@earworm/service-kit/ceilings';
import { DeviceCookies } from '@earworm/service-kit/devices';
import { createSmtpMail } from '@earworm/service-kit/mail';
import { openDatabase } from '@earworm/service-kit/postgres';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { DataSource } from 'typeorm';
import { Accounts } from './accounts/accounts.js';
import { bounded } from './accounts/bounded.js';
import { makeFirstAdmin, type OnFirstAdmin } from './accounts/first-admin.js';
import { KnownDevice } from './accounts/known-device.entity.js';
import { KnownDevices } from './accounts/known-devices.js';
import { PasswordReset } from './accounts/password-reset.entity.js';
import { PasswordResets } from './accounts/password-resets.js';
import { openPasswords } from './accounts/passwords.js';
import { User } from './accounts/user.entity.js';
import { sharedGuesses } from './accounts/shared-guesses.js';
import { Users } from './accounts/users.js';
import { AuditEntryRow, AuditOutcomeRow } from './audit/audit-entry.entity.js';
import { AuditLog } from './audit/audit-log.js';
import { endEverywhere } from './end-everywhere.js';
import { GuestDoor } from './guests/guest-door.js';
import { type IdentityConfig, isSecure } from './identity.config.js';
import { MailServer } from './mail/mail-server.js';
import { Outbox } from './mail/outbox.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { Identity1763700000000 } from './migrations/1-identity.js';
import { Revocations1763780400000 } from './migrations/2-revocations.js';
import { EndedSessions1763866800000 } from './migrations/3-ended-sessions.js';
import { ListedRevocations1764300000000 } from './migrations/4-listed-revocations.js';
import { KnownDevices1764400000000 } from './migrations/5-known-devices.js';
import { AccountsAndAudit1764500000000 } from './migrations/6-accounts-and-audit.js';
import type { AccountDirectory } from './providers/account-directory.js';
import { AccessTokens, type Holder } from './providers/embedded/access-tokens.js';
import { EmbeddedDirectory } from './providers/embedded/embedded-directory.js';
import { EmbeddedProvider } from './providers/embedded/embedded-provider.js';
import { FrontDoor } from './providers/embedded/front-door.js';
import { registerGrants } from './providers/embedded/grants.js';
import { openOidc } from './providers/embedded/oidc.js';
import { OidcRecord } from './providers/embedded/oidc-record.entity.js';
import { addOwnRoutes } from './providers/embedded/own-routes.js';
import { postgresAdapter } from './providers/embedded/postgres-adapter.js';
import { endTokensOf } from './providers/embedded/reused-codes.js';
import { RealmsHandler } from './providers/embedded/realms-handler.js';
import { startSweeping } from './sweep.js';
import { RefreshSession } from './tokens/refresh-session.entity.js';
import { RefreshTokens } from './tokens/refresh-tokens.js';
import { RevocationRow } from './tokens/revocation.entity.js';
import { Revocations } from './tokens/revocations.js';
import { openSecrets } from './tokens/secrets.js';
import { SigningSecret } from './tokens/signing-secret.entity.js';

export interface Identity {
  readonly provider: EmbeddedProvider;
  readonly directory: AccountDirectory;
  readonly audit: AuditLog;
  readonly realms: RealmsHandler;
  readonly outbox: Outbox;
  /** Null: mails are kept in the outbox. */
  readonly mailServer: MailServer | null;
  readonly deviceKey: string;
  readonly db: DataSource;
  close(): Promise<void>;
}

/** Puts the service together: database, secrets, the embedded provider, the first admin. */
export async function openIdentity(
  { log, health, bus, isOwnProcess }: Pick<Kit, 'log' | 'health' | 'bus' | 'isOwnProcess'>,
  config: IdentityConfig,
  onFirstAdmin: OnFirstAdmin,
): Promise<Identity> {
  const db = await openDatabase(
    { log, health, isOwnProcess },
    {
      url: config.DATABASE_URL,
      schema: 'identity',
      migrations: [
        ...[Identity1763700000000, Revocations1763780400000, EndedSessions1763866800000],
        ...[ListedRevocations1764300000000, KnownDevices1764400000000],
        AccountsAndAudit1764500000000,
      ],
      entities: [
        User,
        KnownDevice,
        RefreshSession,
        RevocationRow,
        PasswordReset,
        OutboxMail,
        OidcRecord,
        SigningSecret,
        AuditEntryRow,
        AuditOutcomeRow,
      ],
    },
  );
  const failed = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const secrets = await openSecrets(db);
  const users = new Users(db);
  const passwords = await openPasswords();
  const devices = new KnownDevices(db);
  const accounts = await Accounts.open({
    ...{ users, passwords, devices },
    guesses: sharedGuesses(bus, 'sign-in', config.GUESSES_WITHIN_MS),
  });

  const outbox = new Outbox(db);
  const mailServer = openMailServer(config, log);
  const revocations = new Revocations(db, bus, Math.max(config.USER_TOKEN_SECONDS, config.GUEST_TOKEN_SECONDS));
  const end = endEverywhere(db, revocations);
  const guesses = sharedGuesses(bus, 'reset', config.GUESSES_WITHIN_MS);
  const resets = new PasswordResets({
    db,
    users,
    passwords,
    mail: mailServer ?? outbox,
    guesses,
    devices,
    endEverywhere: end,
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
  const warn = (sentence: string) => log.warn(sentence);
  await makeFirstAdmin(db, passwords, {
    ...{ email, password, tell: onFirstAdmin, warn },
    endEverywhere: end,
  });
  const ceilings = new Ceilings(bus, failed('addresses could not be counted'));
  const front = new FrontDoor(ceilings, config.TRUSTED_PROXIES, new DeviceCookies(isSecure(config)), secrets.deviceKey);
  registerGrants(oidc, provider, front, failed('the token route failed'));
  addOwnRoutes({
    oidc,
    provider,
    accounts,
    users,
    revocations,
    front,
    isSecure: isSecure(config),
    key: secrets.key,
    onError: failed('a realm route failed'),
  });
  oidc.on('server_error', (_, error) => failed('the identity provider failed')(error));

  // Without mail everything else goes on; a reset is refused.
  const dropMail = mailServer && health.add('mail', () => mailServer.check(), { optional: true });
  const stopSweeping = startSweeping(db, config.SESSION_DAYS, failed('sweeping failed'));
  log.info({ passwords: passwords.algorithm, issuer: config.OIDC_ISSUER }, 'identity is open');
  const directory = new EmbeddedDirectory({ db, revocations, endEverywhere: end });
  return {
    ...{ directory, audit: new AuditLog(db) },
    ...{ provider, outbox, mailServer, db, deviceKey: secrets.deviceKey, realms: new RealmsHandler(oidc) },
    close: async () => {
      dropMail?.();
      ceilings.stop();
      await Promise.all([stopSweeping(), resets.close()]);
      mailServer?.close();
      await db.destroy();
    },
  };
}

/** Conversations with the mail server at once, and those that wait for one. */
const [MAILS_AT_ONCE, MAILS_WAITING] = [5, 100];

function openMailServer(config: IdentityConfig, log: Kit['log']): MailServer | null {
  if (config.SMTP_URL === undefined) return null;
  const smtp = createSmtpMail({
    ...{ url: config.SMTP_URL, from: config.MAIL_FROM, withinMs: config.MAIL_WITHIN_MS },
    bounded: bounded(MAILS_AT_ONCE, MAILS_WAITING),
  });
  const server = new MailServer(smtp, {
    checkEveryMs: config.MAIL_CHECK_MS,
    onChange: (failure) => {
      if (failure === null) log.info('the mail server accepts mail again');
      else log.warn({ reason: reasonOf(failure) }, 'the mail server accepts no mail: password resets are refused');
    },
  });
  // So that the first who asks how it is need not wait for it.
  void server.check().catch(() => undefined);
  return server;
}

/** A database error quotes its parameters, e-mails among them; only its name and sentence may be logged. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
