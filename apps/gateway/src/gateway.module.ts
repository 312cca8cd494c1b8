import type { IncomingMessage, Server } from 'node:http';
import { type DynamicModule, type INestApplication, Inject, type InjectionToken, Module } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { BUS, CONFIG, KIT, type Kit } from '@earworm/service-kit/bootstrap';
import { clipPath } from '@earworm/contracts';
import { AddressLimits } from '@earworm/service-kit/address-limits';
import type { HealthRoutes } from '@earworm/service-kit/health';
import { Audit } from './calls/audit.js';
import { NewGames } from './commands/new-games.js';
import type { GatewayConfig } from './gateway.config.js';
import { composeGateway, type GatewayParts } from './gateway.parts.js';
import { ARRIVALS, FIGURES, LIFECYCLE, LIMITER, OWNERS, TOKENS } from './gateway.tokens.js';
import { watchIssuer } from './health.js';
import { type GatewayOptions, putInFront } from './http/front.js';
import { AboutController } from './http/about.controller.js';
import { FeedbackController } from './http/feedback.controller.js';
import { Api } from './http/api.js';
import { ForwardController } from './http/forward.controller.js';
import { GamesController } from './http/games.controller.js';
import { IdentityController } from './http/identity.controller.js';
import { JoinInfoController } from './http/join-info.controller.js';
import { LibraryController } from './http/library.controller.js';
import { LimitsController } from './http/limits.controller.js';
import { ClipsController } from './http/clips.controller.js';
import { TemplatesController } from './http/templates.controller.js';
import { Refusals } from './http/refusals.js';
import { requireAccess } from './http/require-access.js';
import { RequestLimits } from './http/request-limits.js';
import { SignInLimits } from './http/sign-in-limits.js';
import { SignInProvider } from './http/sign-in-provider.js';
import { Callers } from './limits/callers.js';
import { ReportLimits } from './limits/report-limits.js';
import { SlowRefusals } from './limits/slow-refusals.js';
import { Sockets } from './sockets/sockets.js';
import { RefusalsFilter } from './http/refusals.filter.js';
import { TelemetryController } from './http/telemetry.controller.js';
import { originRule } from './admission/origins.js';
import { SocketAdapter } from './sockets/socket.adapter.js';
import { SocketGateway } from './sockets/socket.gateway.js';

export type { GatewayOptions } from './http/front.js';
export { loadGatewayConfig, type GatewayConfig } from './gateway.config.js';

const OPTIONS = Symbol('options');
const PARTS = Symbol('parts');

/** What Nest finds each part under. */
const PROVIDED = {
  tokens: TOKENS,
  figures: FIGURES,
  limiter: LIMITER,
  owners: OWNERS,
  lifecycle: LIFECYCLE,
  arrivals: ARRIVALS,
  audit: Audit,
  signInProvider: SignInProvider,
  callers: Callers,
  ceilings: AddressLimits,
  reports: ReportLimits,
  slowRefusals: SlowRefusals,
  newGames: NewGames,
  sockets: Sockets,
} satisfies { [P in keyof GatewayParts]?: InjectionToken };

/** Served to everybody, and bytes: not in the table of routes. */
const OPEN = [`GET ${clipPath(':clipId')}`];
const CONTROLLERS = [
  AboutController,
  GamesController,
  JoinInfoController,
  LibraryController,
  ClipsController,
  TemplatesController,
  IdentityController,
  LimitsController,
  TelemetryController,
  FeedbackController,
  ForwardController,
];

/** Longer than proxies keep a line (60 s): a request on one that this end has just closed is refused for nothing. */
const KEEP_ALIVE_MS = 65_000;
/** How often connections are looked at whose headers take too long. */
const CHECK_EVERY_MS = 1_000;

/** The edge: HTTP under /api, the WebSocket at /ws, and with `webRoot` the pages. */
@Module({})
export class GatewayModule {
  static register(kit: Kit, config: GatewayConfig, options: GatewayOptions = {}): DynamicModule {
    requireAccess(CONTROLLERS, OPEN);
    return {
      module: GatewayModule,
      controllers: [...CONTROLLERS],
      providers: [
        { provide: KIT, useValue: kit },
        { provide: BUS, useValue: kit.bus },
        { provide: CONFIG, useValue: config },
        {
          provide: PARTS,
          useFactory: () => {
            watchIssuer(kit, config);
            return composeGateway(kit, config);
          },
        },
        ...Object.entries(PROVIDED).map(([part, provide]) => ({
          provide,
          useFactory: (parts: GatewayParts) => parts[part as keyof typeof PROVIDED],
          inject: [PARTS],
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

  /** Put in front while the application is made: before Nest's own body parser and routes. */
  constructor(
    @Inject(PARTS) parts: GatewayParts,
    @Inject(OPTIONS) options: GatewayOptions & { probes: HealthRoutes },
    @Inject(RequestLimits) limits: RequestLimits,
    @Inject(Refusals) refusals: Refusals,
    { httpAdapter }: HttpAdapterHost<ExpressAdapter>,
  ) {
    putInFront(httpAdapter.getInstance(), { ...parts, limits, refusals }, options);
  }
}

/** To be called before the application starts: Nest wants its socket adapter from outside of modules. */
export function useSockets(app: INestApplication): void {
  const { config, metrics, callers, ceilings, connections } = app.get<GatewayParts>(PARTS, { strict: false });
  const rule = {
    mayConnect: originRule(config),
    mayComeNow: (request: IncomingMessage) => ceilings.admits('sockets', callers.addressOf(request)),
    enter: (request: IncomingMessage) => connections.enter(request),
    onUpgrade: (request: IncomingMessage, headers: string[]) => callers.recogniseSocket(request, headers),
    onRefused: (reason: string) => metrics.closings.inc({ reason }),
  };
  const http: Server = app.getHttpServer();
  connections.watch(http);
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.headersTimeout = config.HEADERS_WITHIN_MS;
  // Read when the server begins to listen.
  Object.assign(http, { connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, config.HEADERS_WITHIN_MS) });
  app.useWebSocketAdapter(new SocketAdapter(app, rule));
}
