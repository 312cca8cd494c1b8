import express, { type Express, type RequestHandler } from 'express';
import { PATHS, RefusedError, type RouteName, ROUTES } from '@earworm/contracts';
import { healthRoutes, type HealthRoutes } from '@earworm/service-kit/health';
import { folderRoutes, objectsFolder, roomTermsOf } from '@earworm/service-kit/objects';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Edge } from '../edge.js';
import type { TokenVerifier } from '@earworm/service-kit/auth';
import { hasDoubledKey } from '../socket/doubled-key.js';
import { followRequest } from './follow-request.js';
import { securityHeaders } from './security-headers.js';
import { whoAsks } from './serve.js';
import { webFiles } from './web-files.js';

export interface GatewayOptions {
  /** Folder of the built web pages; without it only the API is served. */
  readonly webRoot?: string;
  /** Takes every request under `/realms/`: an identity provider in the same process. */
  readonly realms?: (request: IncomingMessage, response: ServerResponse) => void;
  /** What `/health/*` and `/metrics` speak of; default: the gateway itself. Null: they are not for this port. */
  readonly probes?: HealthRoutes | null;
}

/** A whole quiz may come with a new game, to a template, or as a file; nothing else is long. */
const BODY_LIMITS = { createGame: '1mb', template: '3mb', errors: '256kb', other: '16kb' };

/** A body that names a key twice is refused: whoever looks at it elsewhere may see another value than we do. */
const json = (limit: string) =>
  express.json({
    limit,
    verify: (_request, _response, body) => {
      const text = body.toString();
      if (hasDoubledKey(text, JSON.parse(text))) throw new RefusedError('bad-request');
    },
  });

/** Strangers are refused before a long body of theirs is read. */
const knownTo =
  (tokens: TokenVerifier, name: RouteName): RequestHandler =>
  (request, _response, next) => {
    whoAsks(ROUTES[name], request, tokens).then(() => next(), next);
  };

/** What every request passes before it reaches a controller. */
export function putInFront(
  app: Express,
  { kit, config, tokens }: Pick<Edge, 'kit' | 'config' | 'tokens'>,
  options: GatewayOptions & { probes: HealthRoutes | null },
): void {
  app.disable('x-powered-by');
  app.use(securityHeaders(config));
  app.use('/api', followRequest(kit));
  const { probes, realms, webRoot } = options;
  if (probes !== null) app.use(healthRoutes(probes));
  if (realms !== undefined) {
    app.use((request, response, next) => {
      if (request.path.startsWith('/realms/')) realms(request, response);
      else next();
    });
  }
  // Before whatever reads bodies: a form is taken as it comes.
  if (config.MINIO_ENDPOINT === undefined)
    app.use(folderRoutes(objectsFolder(config), config.TRUSTED_PROXIES, roomTermsOf(config)));
  app.post(PATHS.createGame.path, knownTo(tokens, 'createGame'), json(BODY_LIMITS.createGame));
  for (const name of ['importTemplate', 'saveTemplate'] as const)
    app.post(PATHS[name].path, knownTo(tokens, name), json(BODY_LIMITS.template));
  app.post(PATHS.reportErrors.path, json(BODY_LIMITS.errors));
  app.use('/api', json(BODY_LIMITS.other));
  if (webRoot !== undefined) app.use(webFiles(webRoot));
}
