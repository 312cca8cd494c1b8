import helmet from 'helmet';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../gateway.config.js';

const YOUTUBE = ['https://www.youtube.com', 'https://www.youtube-nocookie.com'];
const YOUTUBE_SCRIPTS = ['https://www.youtube.com', 'https://s.ytimg.com'];

/** Older Safari: 'self' excludes WebSockets. */
const ownSockets = ({ headers: { host } }: IncomingMessage): string =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";

/** Nothing requires https unless the public address has it: most games are played over http on a local network. */
export function securityHeaders(
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
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...YOUTUBE_SCRIPTS],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://i.ytimg.com', ...objects],
        mediaSrc: ["'self'", 'data:', 'blob:', ...objects],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", (request) => [ownSockets(request), provider()].filter(Boolean).join(' '), ...objects],
        frameSrc: YOUTUBE,
        workerSrc: ["'self'", 'blob:'],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
  });
}
