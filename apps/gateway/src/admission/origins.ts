import { trustedProxyMatcher } from '@earworm/service-kit/client-address';
import { atMostEvery } from '@earworm/service-kit/resilience';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@earworm/service-kit/log';
import type { GatewayConfig } from '../gateway.config.js';

/**
 * Accepts the page's own origin, the public address and listed origins. Requests without Origin come from programs,
 * which have no visitor's session to abuse. `null` (a sandboxed or local page) is refused.
 */
export function originRule(config: Pick<GatewayConfig, 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'TRUSTED_PROXIES'>) {
  const listed = new Set(config.ALLOWED_ORIGINS.map((each) => new URL(each).origin));
  if (config.PUBLIC_URL !== undefined) listed.add(new URL(config.PUBLIC_URL).origin);
  const schemeOf = schemeRule(config);
  return (request: IncomingMessage): boolean => {
    const { origin, host } = request.headers;
    if (origin === undefined || listed.has(origin)) return true;
    const own = `${schemeOf(request)}://${host ?? ''}`;
    return URL.canParse(own) && new URL(own).origin === origin;
  };
}

/** The browser's scheme: that of the public address for its host, or what a trusted proxy reports. */
export function schemeRule(config: Pick<GatewayConfig, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>) {
  const publicUrl = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL);
  const isTrusted = trustedProxyMatcher(config.TRUSTED_PROXIES);
  return ({ headers, socket }: IncomingMessage): string => {
    const forwarded = headers['x-forwarded-proto'];
    if (typeof forwarded === 'string' && isTrusted(socket.remoteAddress ?? '')) return forwarded.trim();
    const isPublic = publicUrl !== null && publicUrl.host === headers.host?.toLowerCase();
    return isPublic ? publicUrl.protocol.slice(0, -1) : 'http';
  };
}

/** Anyone can send an origin. */
const LOGGED_EVERY_MS = 60_000;
const LONGEST = 200;

/** Logs refused pages, at most one a minute: behind a proxy that ends TLS they are those of this installation. */
export const refusedOriginLog = (log: Pick<Logger, 'warn'>, now?: () => number) =>
  atMostEvery(
    LOGGED_EVERY_MS,
    (dropped, { headers: { origin = '', host = '' } }: Pick<IncomingMessage, 'headers'>) =>
      log.warn(
        { origin: origin.slice(0, LONGEST), host: host.slice(0, LONGEST), dropped },
        'refused a socket of a page at another address: if that is the address of users, set PUBLIC_URL or ALLOWED_ORIGINS to it, or TRUSTED_PROXIES to the proxy',
      ),
    now,
  );
