import { Inject, Module, type DynamicModule, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { OnFirstAdmin } from './accounts/first-admin.js';
import { IDENTITY, IdentityHandler, KIT } from './calls/identity.handler.js';
import { openIdentity, type Identity } from './identity.js';
import { REALM_PATH, type IdentityConfig } from './identity.config.js';
import type { RealmRoutes } from './providers/opened-provider.js';

export { loadIdentityConfig, type IdentityConfig } from './identity.config.js';

const REALM_ROUTES = Symbol('realm routes');

export interface IdentityOptions {
  /** Told once, at the first start on a database. Default: a line on standard error, which is no log. */
  readonly onFirstAdmin?: OnFirstAdmin;
}

const printFirstAdmin: OnFirstAdmin = (email, password) =>
  void process.stderr.write(`First admin: ${email}, password: ${password} (shown only this once)\n`);

/** Serves the identity calls on the bus and, where the application has an HTTP server, the realm's routes on it. */
@Module({})
export class IdentityModule implements NestModule {
  static register(kit: Kit, config: IdentityConfig, options: IdentityOptions = {}): DynamicModule {
    return {
      module: IdentityModule,
      providers: [
        { provide: KIT, useValue: kit },
        { provide: IDENTITY, useFactory: () => openIdentity(kit, config, options.onFirstAdmin ?? printFirstAdmin) },
        { provide: REALM_ROUTES, useFactory: (identity: Identity) => identity.realms, inject: [IDENTITY] },
        IdentityHandler,
      ],
    };
  }

  constructor(@Inject(REALM_ROUTES) private readonly realms: RealmRoutes) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.realms.handle).forRoutes(`${REALM_PATH}/{*path}`);
  }
}
