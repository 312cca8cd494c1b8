import type { Express, RequestHandler, Request } from 'express';
import { RefusedError, ROUTES } from '@earworm/contracts';
import { healthRoutes, livenessRoute, type HealthRoutes } from '@earworm/service-kit/health/server';
import { folderRoutes, objectsFolder, diskQuotaOf } from '@earworm/service-kit/objects';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { FairTurns } from '../fan-out/fair-turns.js';
import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import type { ConnectionLimits } from '../limits/connection-limits.js';
import { watchBody } from '../limits/slow-clients.js';
import { refuseBadUrls } from '../wire/request.js';
import { Bodies } from './bodies.js';
import { Gate, type GateDependencies } from './gate.js';
import { routeAt } from './route-table.js';
import type { SignInProvider } from './sign-in-provider.js';
import { webFiles } from './web-files.js';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { currentIds, runWithRequestIds, traceIdsOf } from '@earworm/service-kit/log';
import type { TraceParent } from '@earworm/service-kit/tracing';
import helmet from 'helmet';

export interface GatewayOptions {
  readonly webRoot?: string;
  readonly realms?: RequestHandler;
  readonly probes?: HealthRoutes;
}

/** Requests begun per turn of the event loop, about 2 ms; buzzes are read in between. */
const REQUESTS_PER_TURN = 8;

/** API answers hold tokens, mails and names. */
const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

export interface MiddlewareDependencies extends GateDependencies {
  readonly kit: Kit;
  readonly config: GatewayConfig;
  readonly metrics: GatewayMetrics;
  readonly connections: ConnectionLimits;
  readonly signInProvider: SignInProvider;
}

export function useMiddleware(
  app: Express,
  deps: MiddlewareDependencies,
  options: GatewayOptions & { probes: HealthRoutes },
): void {
  const { kit, config, signInProvider } = deps;
  const gate = new Gate(deps, new Bodies(deps.callers));
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    const leave = deps.connections.enter(request);
    if (leave === null) throw new RefusedError('busy');
    response.once('close', leave);
    watchBody(request, config.bodyProgressMs, () => deps.connections.renewWait(request.socket));
    next();
  });
  const turns = new FairTurns(REQUESTS_PER_TURN);
  // Those that will be refused, too.
  app.use((request, _response, next) => {
    turns.run(deps.callers.addressOf(request), () => {
      if (!request.socket.destroyed) next();
    });
  });
  app.use(gate.admit);
  const headers = securityHeaders(config, () => signInProvider.origin);
  app.use((request, response, next) => {
    // The page may only trade its code if this header allows the provider.
    if (request.accepts(['json', 'html']) !== 'html') return headers(request, response, next);
    void signInProvider.facts().then(() => headers(request, response, next));
  });
  app.use('/api', traceRequest(kit, deps.metrics.requests));
  app.use('/api', noStore, refuseBadUrls);
  const { probes, realms, webRoot } = options;
  app.use(config.PUBLIC_PROBES ? healthRoutes(probes) : livenessRoute(probes));
  if (realms !== undefined) {
    app.use((request, response, next) => {
      if (request.path.startsWith('/realms/')) realms(request, response, next);
      else next();
    });
  }
  // Before body parsers: uploads are streamed.
  if (config.MINIO_ENDPOINT === undefined)
    app.use(folderRoutes(objectsFolder(config), config.TRUSTED_PROXIES, diskQuotaOf(config)));
  app.use(gate.enter);
  if (webRoot !== undefined) app.use(webFiles(webRoot));
}

/** Without a collector: an id for logs, not recorded. */
function unrecorded(): TraceParent {
  const id = randomUUID().replaceAll('-', '');
  return `00-${id}-${id.slice(16)}-00`;
}

/** Also of a request that the gate refuses, which Express does not route. */
function routeOf({ method, route }: Request, path: string): string {
  const name = routeAt(method, path);
  const found: unknown = name === null ? (route as { path?: unknown } | undefined)?.path : ROUTES[name].path;
  return typeof found === 'string' ? `${method} ${found}` : 'none';
}

/** Assigns the request id: `x-request-id`, logs of all services. */
function traceRequest({ log, tracing }: Kit, seconds: GatewayMetrics['requests']): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    const [path = ''] = request.originalUrl.split('?');
    const span = tracing.start(`http ${method}`, { kind: 'server', parent: null });
    const traceParent = span?.traceParent ?? unrecorded();
    const ids = traceIdsOf(traceParent);
    response.setHeader('x-request-id', ids.requestId ?? '');
    runWithRequestIds(ids, traceParent, () => {
      const current = currentIds();
      response.once('close', () => {
        const { statusCode: status } = response;
        const took = performance.now() - startedAt;
        seconds.observe({ route: routeOf(request, path), status }, took / 1_000);
        span?.set({ 'http.response.status_code': status, 'game.id': current?.gameId, 'user.id': current?.userId });
        span?.end(status >= 500 ? 'internal' : undefined);
        if (log.isLevelEnabled('debug'))
          log.debug({ ...current, method, path, status, ms: Math.round(took) }, 'request answered');
      });
      next();
    });
  };
}

/** Pages ask it after consent alone; there are no thumbnails. */
const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com';
const YOUTUBE_SCRIPTS = ['https://www.youtube.com', 'https://s.ytimg.com'];

/** Older Safari: 'self' excludes WebSockets. */
const ownSockets = ({ headers: { host } }: IncomingMessage): string =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";

/** Nothing requires https unless the public address has it: most games are played over http on a local network. */
function securityHeaders(
  config: Pick<GatewayConfig, 'PUBLIC_URL' | 'MINIO_ENDPOINT' | 'MINIO_PUBLIC_ENDPOINT'>,
  provider: () => string | null,
): RequestHandler {
  const isSecure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const minio = config.MINIO_PUBLIC_ENDPOINT ?? config.MINIO_ENDPOINT;
  const objects = config.MINIO_ENDPOINT === undefined || minio === undefined ? [] : [new URL(minio).origin];
  return helmet({
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure ? { policy: 'same-origin-allow-popups' } : false,
    originAgentCluster: isSecure,
    crossOriginEmbedderPolicy: false,
    // For Internet Explorer and Flash; each answer on a phone's way into a game would carry them.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...YOUTUBE_SCRIPTS],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...objects],
        mediaSrc: ["'self'", 'data:', 'blob:', ...objects],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", (request) => [ownSockets(request), provider()].filter(Boolean).join(' '), ...objects],
        frameSrc: [YOUTUBE_PLAYER],
        workerSrc: ["'self'", 'blob:'],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
  });
}
