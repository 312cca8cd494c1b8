import type { Request } from 'express';
import type { GatewayConfig } from '../gateway.config.js';

/** The address for links in mail: the configured one, else the one that was asked. */
export function baseUrlOf(request: Request, config: Pick<GatewayConfig, 'PUBLIC_URL' | 'PORT'>): string {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/, '');
  const address = `${request.protocol}://${request.headers.host ?? ''}`;
  return URL.canParse(address) && address.length <= 200 ? new URL(address).origin : `http://localhost:${config.PORT}`;
}
