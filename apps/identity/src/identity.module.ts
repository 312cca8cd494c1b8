import {
  RefusedError,
  requestReset,
  signIn,
  signInAsGuest,
  signUp,
  type Call,
  type ErrorCode,
} from '@earworm/contracts';
import { defineService, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseProviders } from '@earworm/service-kit/postgres';
import { Inject, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OnFirstAdmin } from './accounts/first-admin.js';
import { KnownDevice } from './accounts/known-device.entity.js';
import { PasswordReset } from './accounts/password-reset.entity.js';
import { sharedGuesses } from './accounts/shared-guesses.js';
import { User } from './accounts/user.entity.js';
import { AuditEntryRow, AuditOutcomeRow } from './audit/audit-entry.entity.js';
import { AuditLog } from './audit/audit-log.js';
import { AccountsHandler } from './calls/accounts.handler.js';
import { KeysHandler } from './calls/keys.handler.js';
import { ResetsHandler } from './calls/resets.handler.js';
import { SignInHandler } from './calls/sign-in.handler.js';
import { keycloakOf, loadIdentityConfig, REALM_PATH } from './identity.config.js';
import { MailServer } from './mail/mail-server.js';
import { openMailServer } from './mail/open-mail-server.js';
import { Outbox } from './mail/outbox.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { MIGRATIONS } from './migrations.js';
import { GuestMove } from './moves/guest-move.entity.js';
import { GuestMoves } from './moves/guest-moves.js';
import { Mover } from './moves/mover.js';
import { OidcRecord } from './providers/embedded/oidc-record.entity.js';
import { openEmbedded } from './providers/embedded/open-embedded.js';
import { openKeycloak } from './providers/keycloak/open-keycloak.js';
import { OPENED_PROVIDER, type OpenedProvider } from './providers/opened-provider.js';
import { reasonOf } from './reason-of.js';
import { sweep } from './sweep.js';
import { RefreshSession } from './tokens/refresh-session.entity.js';
import { RevocationRow } from './tokens/revocation.entity.js';
import { Revocations } from './tokens/revocations.js';
import { openSecrets, SECRETS, type Secrets } from './tokens/secrets.js';
import { SigningSecret } from './tokens/signing-secret.entity.js';

const ENTITIES = [
  ...[User, KnownDevice, RefreshSession, RevocationRow, GuestMove],
  ...[PasswordReset, OutboxMail, OidcRecord, SigningSecret, AuditEntryRow, AuditOutcomeRow],
];

/** What a call is refused with when it fails for no fault of the caller's; all others: `unavailable`. */
const REFUSALS = new Map<Call, ErrorCode>([
  [signInAsGuest, 'guest-failed'],
  [signIn, 'sign-in-failed'],
  [signUp, 'sign-up-failed'],
  [requestReset, 'reset-failed'],
]);

const printFirstAdmin: OnFirstAdmin = (email, password) =>
  void process.stderr.write(`First admin: ${email}, password: ${password} (shown only this once)\n`);

/** Where the application has an HTTP server, the realm's routes are on it. */
@Module({})
class IdentityModule implements NestModule {
  constructor(@Inject(OPENED_PROVIDER) private readonly opened: OpenedProvider) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.opened.realms.handle).forRoutes(`${REALM_PATH}/{*path}`);
  }
}

const failing = ({ log }: Pick<Kit, 'log'>) => ({
  failed: (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what),
});

/**
 * Who people are: their tokens, accounts and mails, by the one provider that the configuration names.
 * @param onFirstAdmin told once, at the first start on a database; default: a line on standard error, which is no log
 */
export const identity = (onFirstAdmin = printFirstAdmin) =>
  defineService({
    name: 'identity',
    load: loadIdentityConfig,
    port: (config) => config.PORT,
    host: (config) => config.HOST,
    module: IdentityModule,
    providers: (kit, config) => [
      ...databaseProviders(kit, {
        url: config.DATABASE_URL,
        schema: 'identity',
        entities: ENTITIES,
        migrations: MIGRATIONS,
        migrate: config.MIGRATIONS,
      }),
      { provide: SECRETS, useFactory: openSecrets, inject: [DataSource] },
      { provide: Outbox, useFactory: (db: DataSource) => new Outbox(db), inject: [DataSource] },
      { provide: AuditLog, useFactory: (db: DataSource) => new AuditLog(db), inject: [DataSource] },
      { provide: GuestMoves, useFactory: (db: DataSource) => new GuestMoves(db), inject: [DataSource] },
      { provide: MailServer, useFactory: () => openMailServer(kit, config) },
      {
        provide: OPENED_PROVIDER,
        useFactory: async (db: DataSource, secrets: Secrets, outbox: Outbox, mailServer: MailServer | null) => {
          const parts = {
            ...{ kit, config, db, secrets, onFirstAdmin, mail: mailServer ?? outbox, ...failing(kit) },
            revocations: new Revocations(db, kit.bus, Math.max(config.USER_TOKEN_SECONDS, config.GUEST_TOKEN_SECONDS)),
            guesses: {
              signIn: sharedGuesses(kit.bus, 'sign-in', config.GUESSES_WITHIN_MS),
              reset: sharedGuesses(kit.bus, 'reset', config.GUESSES_WITHIN_MS),
            },
          };
          const keycloak = keycloakOf(config);
          const opened = await (keycloak === null ? openEmbedded(parts) : openKeycloak(parts, keycloak));
          // Without mail everything else goes on; a reset is refused.
          if (mailServer) kit.health.add('mail', () => mailServer.check(), { optional: true });
          return opened;
        },
        inject: [DataSource, SECRETS, Outbox, MailServer],
      },
      {
        provide: Mover,
        useFactory: (moves: GuestMoves, { provider }: OpenedProvider) =>
          new Mover({
            ...{ bus: kit.bus, moves, provider },
            ...{ everyMs: config.GUEST_MOVE_MS, againSeconds: config.GUEST_MOVE_AGAIN_SECONDS },
            onFailure: (error) => kit.log.warn({ reason: reasonOf(error) }, 'what a guest has could not be moved yet'),
          }),
        inject: [GuestMoves, OPENED_PROVIDER],
      },
    ],
    handlers: [SignInHandler, ResetsHandler, KeysHandler, AccountsHandler],
    workers: [Mover],
    jobs: ({ kit, config, get }) => [
      {
        ...{ name: 'sweep', firstMs: 30_000, everyMs: 900_000 },
        run: (stopped) => sweep(get(DataSource), config.SESSION_DAYS, stopped),
        failure: failing(kit).failed('sweeping failed'),
      },
      ...get<OpenedProvider>(OPENED_PROVIDER).jobs,
    ],
    toRefusal: (error, call, { log }) => {
      if (error instanceof RefusedError) return error;
      log.error({ call: call.subject, reason: reasonOf(error) }, 'a call failed');
      return new RefusedError(REFUSALS.get(call) ?? 'unavailable');
    },
  });
