import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '../gateway.config.js';

/**
 * Whose pages may connect: a page from the asked host itself, the public address, and those listed. A program sends no
 * Origin and is let in: it has no visitor's session to abuse. `null` (a sandboxed or local page) is refused.
 */
export function originRule(config: Pick<GatewayConfig, 'PUBLIC_URL' | 'ALLOWED_ORIGINS'>) {
  const listed = new Set(config.ALLOWED_ORIGINS.map((each) => new URL(each).origin));
  if (config.PUBLIC_URL !== undefined) listed.add(new URL(config.PUBLIC_URL).origin);
  return ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined) return true;
    if (listed.has(origin)) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
  };
}
