import { createSmtpMail } from '@earworm/service-kit/mail';
import { openDatabase } from '@earworm/service-kit/postgres';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { DataSource } from 'typeorm';
import { semaphore } from '@earworm/service-kit/resilience';
import type { OnFirstAdmin } from './accounts/first-admin.js';
import { KnownDevice } from './accounts/known-device.entity.js';
import { PasswordReset } from './accounts/password-reset.entity.js';
import { User } from './accounts/user.entity.js';
import { sharedGuesses } from './accounts/shared-guesses.js';
import { AuditEntryRow, AuditOutcomeRow } from './audit/audit-entry.entity.js';
import { AuditLog } from './audit/audit-log.js';
import { type IdentityConfig, keycloakOf } from './identity.config.js';
import { MailServer } from './mail/mail-server.js';
import { Outbox } from './mail/outbox.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { MIGRATIONS } from './migrations.js';
import { OidcRecord } from './providers/embedded/oidc-record.entity.js';
import { openEmbedded } from './providers/embedded/open-embedded.js';
import { openKeycloak } from './providers/keycloak/open-keycloak.js';
import type { OpenedProvider, ProviderParts } from './providers/opened-provider.js';
import { startSweeping } from './sweep.js';
import { RefreshSession } from './tokens/refresh-session.entity.js';
import { RevocationRow } from './tokens/revocation.entity.js';
import { Revocations } from './tokens/revocations.js';
import { openSecrets } from './tokens/secrets.js';
import { GuestMove } from './moves/guest-move.entity.js';
import { GuestMoves } from './moves/guest-moves.js';
import { Mover } from './moves/mover.js';
import { SigningSecret } from './tokens/signing-secret.entity.js';

export interface Identity extends OpenedProvider {
  readonly audit: AuditLog;
  readonly outbox: Outbox;
  /** Null: mails are kept in the outbox. */
  readonly mailServer: MailServer | null;
  readonly deviceKey: string;
  readonly moves: GuestMoves;
  readonly mover: Mover;
  readonly db: DataSource;
}

/** Puts the service together: database, secrets, mail, and the one provider that the configuration names. */
export async function openIdentity(
  kit: ProviderParts['kit'],
  config: IdentityConfig,
  onFirstAdmin: OnFirstAdmin,
): Promise<Identity> {
  const { log, health, bus } = kit;
  const db = await openDatabase(kit, {
    url: config.DATABASE_URL,
    schema: 'identity',
    migrations: MIGRATIONS,
    migrate: config.MIGRATIONS,
    entities: [
      ...[User, KnownDevice, RefreshSession, RevocationRow, GuestMove],
      ...[PasswordReset, OutboxMail, OidcRecord, SigningSecret, AuditEntryRow, AuditOutcomeRow],
    ],
  });
  const failed = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const secrets = await openSecrets(db);
  const outbox = new Outbox(db);
  const mailServer = openMailServer(config, log);
  const parts: ProviderParts = {
    ...{ kit, config, db, secrets, onFirstAdmin, failed },
    revocations: new Revocations(db, bus, Math.max(config.USER_TOKEN_SECONDS, config.GUEST_TOKEN_SECONDS)),
    mail: mailServer ?? outbox,
    guesses: {
      signIn: sharedGuesses(bus, 'sign-in', config.GUESSES_WITHIN_MS),
      reset: sharedGuesses(bus, 'reset', config.GUESSES_WITHIN_MS),
    },
  };
  const keycloak = keycloakOf(config);
  const opened = await (keycloak === null ? openEmbedded(parts) : openKeycloak(parts, keycloak));

  const moves = new GuestMoves(db);
  const mover = new Mover({
    ...{ bus, moves, provider: opened.provider },
    ...{ everyMs: config.GUEST_MOVE_MS, againSeconds: config.GUEST_MOVE_AGAIN_SECONDS },
    onFailure: (error) => log.warn({ reason: reasonOf(error) }, 'what a guest has could not be moved yet'),
  });
  mover.start();

  // Without mail everything else goes on; a reset is refused.
  const dropMail = mailServer && health.add('mail', () => mailServer.check(), { optional: true });
  const stopSweeping = startSweeping(db, config.SESSION_DAYS, failed('sweeping failed'));
  return {
    ...{ directory: opened.directory, audit: new AuditLog(db) },
    ...{ provider: opened.provider, realms: opened.realms, outbox, mailServer, db, deviceKey: secrets.deviceKey },
    ...{ moves, mover },
    close: async () => {
      dropMail?.();
      await Promise.all([stopSweeping(), mover.stop()]);
      await opened.close();
      mailServer?.close();
      await db.destroy();
    },
  };
}

/** Conversations with the mail server at once, and those that wait for one. */
const MAIL_CONVERSATIONS = { concurrency: 5, queue: 100, refusal: 'unavailable' } as const;

function openMailServer(config: IdentityConfig, log: Kit['log']): MailServer | null {
  if (config.SMTP_URL === undefined) return null;
  const smtp = createSmtpMail({
    ...{ url: config.SMTP_URL, from: config.MAIL_FROM, withinMs: config.MAIL_WITHIN_MS },
    bounded: semaphore(MAIL_CONVERSATIONS),
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
