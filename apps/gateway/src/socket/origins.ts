import { trustRule } from '@earworm/service-kit/ceilings';
import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '../gateway.config.js';

/**
 * Whose pages may connect: a page of the same scheme, host and port as was asked, the public address, and those listed. A
 * program sends no Origin and is let in: it has no visitor's session to abuse. `null` (a sandboxed or local page) is refused.
 */
export function originRule(config: Pick<GatewayConfig, 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'TRUSTED_PROXIES'>) {
  const listed = new Set(config.ALLOWED_ORIGINS.map((each) => new URL(each).origin));
  const publicUrl = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL);
  if (publicUrl !== null) listed.add(publicUrl.origin);
  const isTrusted = trustRule(config.TRUSTED_PROXIES);
  /** The host in front of us is asked by the scheme of the public address, or by the one that a trusted proxy names. */
  const schemeOf = ({ headers, socket }: IncomingMessage): string => {
    const forwarded = headers['x-forwarded-proto'];
    if (typeof forwarded === 'string' && isTrusted(socket.remoteAddress ?? '')) return forwarded.trim();
    const isPublic = publicUrl !== null && publicUrl.host === headers.host?.toLowerCase();
    return isPublic ? publicUrl.protocol.slice(0, -1) : 'http';
  };
  return (request: IncomingMessage): boolean => {
    const { origin, host } = request.headers;
    if (origin === undefined || listed.has(origin)) return true;
    const own = `${schemeOf(request)}://${host ?? ''}`;
    return URL.canParse(own) && new URL(own).origin === origin;
  };
}
