import { defineService, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseProviders } from '@earworm/service-kit/postgres';
import { Inject, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OnFirstAdmin } from './accounts/first-admin.js';
import { PasswordReset } from './accounts/password-reset.entity.js';
import { sharedThrottle } from './accounts/throttles.js';
import { User } from './accounts/user.entity.js';
import { AuditLog } from './audit/audit-log.js';
import { AccountsHandler } from './calls/accounts.handler.js';
import { ErasuresHandler } from './calls/erasures.handler.js';
import { KeysHandler } from './calls/keys.handler.js';
import { MailHandler } from './calls/mail.handler.js';
import { SignInHandler } from './calls/sign-in.handler.js';
import { erasePeople } from './erasures/erase-people.js';
import { PersonErasures } from './erasures/person-erasures.js';
import { reasonOf, toRefusal } from './failures.js';
import { keycloakOf, loadIdentityConfig, REALM_PATH, refuseCommonAdminPassword } from './identity.config.js';
import { CrewMails } from './mail/crew-mails.js';
import { MailServer, openMailServer } from './mail/mail-server.js';
import { Outbox } from './mail/outbox.js';
import { OutboxMail } from './mail/outbox-mail.entity.js';
import { MIGRATIONS } from './migrations.js';
import { GuestMove } from './moves/guest-move.entity.js';
import { GuestMoves } from './moves/guest-moves.js';
import { GuestMoveWorker } from './moves/guest-move-worker.js';
import { OidcRecord } from './providers/embedded/oidc-record.entity.js';
import { openEmbedded } from './providers/embedded/open-embedded.js';
import { openKeycloak } from './providers/keycloak/open-keycloak.js';
import { OPENED_PROVIDER, type OpenedProvider } from './providers/identity-provider.js';
import { sweep } from './sweep.js';
import { RefreshSession } from './tokens/refresh-session.entity.js';
import { longestTokenSeconds, Revocations } from './tokens/revocations.js';
import { openSecrets, SECRETS, type Secrets } from './tokens/secrets.js';
import { SigningSecret } from './tokens/signing-secret.entity.js';

const ENTITIES = [User, RefreshSession, GuestMove, PasswordReset, OutboxMail, OidcRecord, SigningSecret];

const printFirstAdmin: OnFirstAdmin = (email, password) =>
  void process.stderr.write(`First admin: ${email}, password: ${password} (shown only this once)\n`);

@Module({})
class IdentityModule implements NestModule {
  constructor(@Inject(OPENED_PROVIDER) private readonly opened: OpenedProvider) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.opened.realm).forRoutes(`${REALM_PATH}/{*path}`);
  }
}

const logFailure = (log: Kit['log']) => (what: string) => (error: unknown) =>
  log.error({ reason: reasonOf(error) }, what);

/** @param onFirstAdmin called at the first start on a database; default: prints to standard error, which is not a log */
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
        poolSize: config.DATABASE_POOL_SIZE,
      }),
      ...[Outbox, AuditLog, GuestMoves, PersonErasures].map((provide) => ({
        provide,
        useFactory: (db: DataSource) => new provide(db),
        inject: [DataSource],
      })),
      { provide: SECRETS, useFactory: openSecrets, inject: [DataSource] },
      {
        provide: CrewMails,
        useFactory: (mailServer: MailServer | null) =>
          new CrewMails(mailServer, config.PUBLIC_URL ?? '', logFailure(kit.log)('crews could not be mailed')),
        inject: [MailServer],
      },
      { provide: MailServer, useFactory: () => openMailServer(kit, config) },
      {
        provide: OPENED_PROVIDER,
        useFactory: async (db: DataSource, secrets: Secrets, outbox: Outbox, mailServer: MailServer | null) => {
          await refuseCommonAdminPassword(config);
          const { USER_TOKEN_SECONDS: user, guestTokenSeconds: guest, throttleWithinMs: throttleMs } = config;
          const dependencies = {
            kit,
            config,
            db,
            secrets,
            onFirstAdmin,
            mail: mailServer ?? outbox,
            revocations: new Revocations(db, kit.bus, { user, guest }),
            signInThrottle: sharedThrottle(kit.bus, 'sign-in', throttleMs),
            resetThrottle: sharedThrottle(kit.bus, 'reset', throttleMs),
            failed: logFailure(kit.log),
          };
          const keycloak = keycloakOf(config);
          const opened = await (keycloak === null ? openEmbedded(dependencies) : openKeycloak(dependencies, keycloak));
          // Optional: without mail only resets are refused.
          if (mailServer) kit.health.add('mail', () => mailServer.check(), { optional: true });
          return opened;
        },
        inject: [DataSource, SECRETS, Outbox, MailServer],
      },
      {
        provide: GuestMoveWorker,
        useFactory: (moves: GuestMoves, { provider }: OpenedProvider) =>
          new GuestMoveWorker({
            bus: kit.bus,
            moves,
            provider,
            everyMs: config.guestMoveMs,
            againSeconds: config.guestMoveAgainSeconds,
            onFailure: (error) =>
              kit.log.warn({ reason: reasonOf(error) }, 'the data of a guest could not be moved, will retry'),
          }),
        inject: [GuestMoves, OPENED_PROVIDER],
      },
    ],
    handlers: [SignInHandler, MailHandler, KeysHandler, AccountsHandler, ErasuresHandler],
    workers: [GuestMoveWorker],
    jobs: ({ kit, config, get }) => [
      {
        name: 'sweep',
        firstMs: 30_000,
        everyMs: 900_000,
        run: (stopped) => sweep(get(DataSource), config.SESSION_DAYS, stopped),
        failure: logFailure(kit.log)('sweeping failed'),
      },
      {
        name: 'erase-people',
        firstMs: config.erasePeopleMs,
        everyMs: config.erasePeopleMs,
        async run(stopped) {
          const [erasures, { directory }] = [get(PersonErasures), get<OpenedProvider>(OPENED_PROVIDER)];
          const againSeconds = longestTokenSeconds(config);
          const people = await erasePeople({ bus: kit.bus, erasures, directory, againSeconds }, stopped);
          if (people > 0) kit.log.info({ people }, 'erased people');
        },
        failure: logFailure(kit.log)('people could not be erased everywhere'),
      },
      ...get<OpenedProvider>(OPENED_PROVIDER).jobs,
    ],
    toRefusal,
  });
