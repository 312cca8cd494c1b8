import type { Express, RequestHandler } from 'express';
import { RefusedError } from '@earworm/contracts';
import { healthRoutes, livenessRoute, type HealthRoutes } from '@earworm/service-kit/health';
import { folderRoutes, objectsFolder, diskQuotaOf } from '@earworm/service-kit/objects';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import type { ConnectionLimits } from '../limits/connection-limits.js';
import { refuseBadUrls } from '../wire/request.js';
import { Bodies, type BodiesDependencies } from './bodies.js';
import { traceRequest } from './trace-request.js';
import { securityHeaders } from './security-headers.js';
import type { SignInProvider } from './sign-in-provider.js';
import { webFiles } from './web-files.js';
import type { IncomingMessage } from 'node:http';

export interface GatewayOptions {
  readonly webRoot?: string;
  readonly realms?: RequestHandler;
  readonly probes?: HealthRoutes;
}

/** API answers hold tokens, mails and names. */
const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

export interface MiddlewareDependencies extends BodiesDependencies {
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
  const bodies = new Bodies(deps);
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    const leave = deps.connections.enter(request);
    if (leave === null) throw new RefusedError('busy');
    response.once('close', leave);
    watchBody(request, config.BODY_PROGRESS_MS);
    next();
  });
  app.use(bodies.admit);
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
  app.use(bodies.read);
  if (webRoot !== undefined) app.use(webFiles(webRoot));
}

const LEAST_BYTES = 4_096;

/** Closes the connection when less than 4 KiB of a body arrive per period. */
export function watchBody(request: IncomingMessage, periodMs: number): void {
  const { socket, headers } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (socket.bytesRead - before < LEAST_BYTES) socket.destroy();
    before = socket.bytesRead;
  }, periodMs).unref();
  request.once('close', () => clearInterval(timer));
}
