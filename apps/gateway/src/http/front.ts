import type { Express, RequestHandler } from 'express';
import { RefusedError } from '@earworm/contracts';
import { healthRoutes, livenessRoute, type HealthRoutes } from '@earworm/service-kit/health';
import { folderRoutes, objectsFolder, diskQuotaOf } from '@earworm/service-kit/objects';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import type { Connections } from '../limits/connections.js';
import { refuseBadUrls } from '../wire/bad-urls.js';
import { watchBody } from './body-progress.js';
import { Bodies, type BodiesTerms } from './bodies.js';
import { followRequest } from './follow-request.js';
import { securityHeaders } from './security-headers.js';
import type { SignInProvider } from './sign-in-provider.js';
import { webFiles } from './web-files.js';

export interface GatewayOptions {
  /** Folder of the built web pages; without it only the API is served. */
  readonly webRoot?: string;
  /** Takes every request under `/realms/`: by itself, or by forwarding it to the identity service. */
  readonly realms?: RequestHandler;
  /** What `/health/*` and `/metrics` speak of; default: the gateway itself. */
  readonly probes?: HealthRoutes;
}

/** Answers hold tokens, mails and names. Files, which never change, say otherwise themselves. */
const keepNothing: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

export interface FrontTerms extends BodiesTerms {
  readonly kit: Kit;
  readonly config: GatewayConfig;
  readonly metrics: GatewayMetrics;
  readonly connections: Connections;
  readonly signInProvider: SignInProvider;
}

/** What every request passes before it reaches a controller. */
export function putInFront(app: Express, terms: FrontTerms, options: GatewayOptions & { probes: HealthRoutes }): void {
  const { kit, config, signInProvider } = terms;
  const bodies = new Bodies(terms);
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    const leave = terms.connections.enter(request);
    if (leave === null) throw new RefusedError('busy');
    response.once('close', leave);
    watchBody(request, config.BODY_PROGRESS_MS);
    next();
  });
  app.use(bodies.admit);
  const headers = securityHeaders(config, () => signInProvider.origin);
  app.use((request, response, next) => {
    // A page that comes back from the provider's own pages may trade its code only where this header lets it.
    if (request.accepts(['json', 'html']) !== 'html') return headers(request, response, next);
    void signInProvider.facts().then(() => headers(request, response, next));
  });
  app.use('/api', followRequest(kit, terms.metrics.requests));
  app.use('/api', keepNothing, refuseBadUrls);
  const { probes, realms, webRoot } = options;
  app.use(config.PUBLIC_PROBES ? healthRoutes(probes) : livenessRoute(probes));
  if (realms !== undefined) {
    app.use((request, response, next) => {
      if (request.path.startsWith('/realms/')) realms(request, response, next);
      else next();
    });
  }
  // Before whatever reads bodies: a form is taken as it comes.
  if (config.MINIO_ENDPOINT === undefined)
    app.use(folderRoutes(objectsFolder(config), config.TRUSTED_PROXIES, diskQuotaOf(config)));
  app.use(bodies.read);
  if (webRoot !== undefined) app.use(webFiles(webRoot));
}
