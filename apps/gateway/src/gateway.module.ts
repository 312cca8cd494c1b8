import type { IncomingMessage, Server } from 'node:http';
import {
  type DynamicModule,
  type INestApplication,
  Inject,
  type InjectionToken,
  type MiddlewareConsumer,
  Module,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { BUS, CONFIG, KIT, type Kit, type ServiceDefinition } from '@earworm/service-kit/bootstrap';
import { clipPath, logoPath } from '@earworm/contracts';
import { AddressLimits } from '@earworm/service-kit/address-limits';
import type { HealthRoutes } from '@earworm/service-kit/health/server';
import { Guests } from './admission/guests.js';
import { Audit } from './calls/audit.js';
import { GameFinder } from './admission/find-game.js';
import { CommandSender } from './commands/send-command.js';
import { type GatewayConfig, loadGatewayConfig } from './gateway.config.js';
import { composeGateway, type GatewayComponents } from './compose-gateway.js';
import { FIGURES, GUEST_TURNS, LIFECYCLE, LIMITER, OWNERS, TOKENS } from './gateway.tokens.js';
import { watchIdentityServer, watchIssuer } from './health.js';
import { type GatewayOptions, useMiddleware } from './http/middleware.js';
import { AboutController } from './http/about.controller.js';
import { PrivacyController } from './http/privacy.controller.js';
import { Api } from './http/api.js';
import { forwardToIdentity } from './http/forward-to-identity.js';
import { ForwardMiddleware } from './http/forward.middleware.js';
import { BrandController } from './http/brand.controller.js';
import { StandingsController } from './http/standings.controller.js';
import { CrewController } from './http/crew.controller.js';
import { GamesController } from './http/games.controller.js';
import { IdentityController } from './http/identity.controller.js';
import { JoinInfoController } from './http/join-info.controller.js';
import { CrewLinksController } from './http/crew-links.controller.js';
import { ClipsController } from './http/clips.controller.js';
import { LimitsController } from './http/limits.controller.js';
import { UploadsController } from './http/uploads.controller.js';
import { Refusals } from './http/refusals.filter.js';
import { checkRoutes } from './http/route-table.js';
import { RequestLimits } from './http/request-limits.js';
import { SignInLimits } from './http/request-limits.js';
import { SignInProvider } from './http/sign-in-provider.js';
import { Callers } from './limits/callers.js';
import { CodeLimits } from './limits/code-limits.js';
import { ConnectionLimits } from './limits/connection-limits.js';
import { ReportLimits } from './limits/report-limits.js';
import { SignedLinks } from './limits/signed-links.js';
import { setTimeouts } from './limits/slow-clients.js';
import { Tarpit } from './limits/tarpit.js';
import { Sockets } from './sockets/sockets.js';
import { RefusalsFilter } from './http/refusals.filter.js';
import { TelemetryController } from './http/telemetry.controller.js';
import { originRule, refusedOriginLog } from './admission/origins.js';
import { SocketAdapter } from './sockets/socket.adapter.js';
import { SocketGateway } from './sockets/socket.gateway.js';

export type { GatewayOptions } from './http/middleware.js';
export { loadGatewayConfig, type GatewayConfig };

const OPTIONS = Symbol('options');
const COMPONENTS = Symbol('components');

const PROVIDED = {
  tokens: TOKENS,
  figures: FIGURES,
  limiter: LIMITER,
  owners: OWNERS,
  lifecycle: LIFECYCLE,
  guestTurns: GUEST_TURNS,
  audit: Audit,
  signInProvider: SignInProvider,
  callers: Callers,
  addressLimits: AddressLimits,
  guests: Guests,
  games: GameFinder,
  codes: CodeLimits,
  connections: ConnectionLimits,
  links: SignedLinks,
  reports: ReportLimits,
  tarpit: Tarpit,
  commands: CommandSender,
  sockets: Sockets,
} satisfies { [P in keyof GatewayComponents]?: InjectionToken };

/** Public and binary: not in the route table. */
const OPEN = [`GET ${clipPath(':clipId')}`, `GET ${logoPath(':showId', ':hash')}`];
const CONTROLLERS = [
  AboutController,
  BrandController,
  StandingsController,
  CrewController,
  GamesController,
  JoinInfoController,
  ClipsController,
  CrewLinksController,
  IdentityController,
  LimitsController,
  PrivacyController,
  TelemetryController,
  UploadsController,
];

/** HTTP under /api, WebSocket at /ws, and pages with `webRoot`. */
@Module({})
export class GatewayModule implements NestModule {
  static register(kit: Kit, config: GatewayConfig, options: GatewayOptions = {}): DynamicModule {
    checkRoutes(CONTROLLERS, OPEN);
    return {
      module: GatewayModule,
      controllers: [...CONTROLLERS],
      providers: [
        { provide: KIT, useValue: kit },
        { provide: BUS, useValue: kit.bus },
        { provide: CONFIG, useValue: config },
        {
          provide: COMPONENTS,
          useFactory: () => {
            watchIssuer(kit);
            return composeGateway(kit, config);
          },
        },
        ...Object.entries(PROVIDED).map(([part, provide]) => ({
          provide,
          useFactory: (parts: GatewayComponents) => parts[part as keyof typeof PROVIDED],
          inject: [COMPONENTS],
        })),
        Api,
        Refusals,
        RequestLimits,
        SignInLimits,
        { provide: OPTIONS, useValue: { probes: kit, ...options } },
        { provide: APP_FILTER, useClass: RefusalsFilter },
        SocketGateway,
      ],
    };
  }

  /** Before Nest's own body parser and routes. */
  constructor(
    @Inject(COMPONENTS) parts: GatewayComponents,
    @Inject(OPTIONS) options: GatewayOptions & { probes: HealthRoutes },
    @Inject(RequestLimits) limits: RequestLimits,
    @Inject(Refusals) refusals: Refusals,
    { httpAdapter }: HttpAdapterHost<ExpressAdapter>,
  ) {
    useMiddleware(httpAdapter.getInstance(), { ...parts, limits, refusals }, options);
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(ForwardMiddleware).forRoutes('/');
  }
}

/** With the identity service in another process. */
export function separateGateway(kit: Kit, config: GatewayConfig, options: GatewayOptions = {}): DynamicModule {
  watchIdentityServer(kit, config);
  const realms = forwardToIdentity(config);
  return GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT, realms, ...options });
}

/** Call before the application starts: Nest takes its socket adapter from outside. */
export function useSockets(app: INestApplication): void {
  const { config, metrics, callers, addressLimits, connections } = app.get<GatewayComponents>(COMPONENTS, {
    strict: false,
  });
  const logOrigin = refusedOriginLog(app.get<Kit>(KIT, { strict: false }).log);
  const rule = {
    mayConnect: originRule(config),
    addressOf: (request: IncomingMessage) => callers.addressOf(request),
    isWithinAddressLimit: (request: IncomingMessage) => addressLimits.admits('sockets', callers.addressOf(request)),
    enter: (request: IncomingMessage) => connections.enter(request),
    onUpgrade: (request: IncomingMessage, headers: string[]) => callers.ensureSocketDevice(request, headers),
    onRefused: (reason: string, request: IncomingMessage) => {
      metrics.closings.inc({ reason });
      if (reason === 'foreign-origin') logOrigin(request);
    },
  };
  const http: Server = app.getHttpServer();
  connections.watch(http);
  setTimeouts(http, config);
  app.useWebSocketAdapter(new SocketAdapter(app, rule));
}

/**
 * As one of several services on NATS. `npm start` has its gateway in one process with everything else, or several on
 * its in-process bus.
 */
export const gateway: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  load: loadGatewayConfig,
  module: separateGateway,
  port: (config) => config.PORT,
  host: (config) => config.HOST,
  prepare: useSockets,
};
