import type { GatewayConfig } from '../gateway.config.js';

/**
 * The address for links in mail: the configured one, else that of this machine in the room's network. Never what the
 * request says of itself: whoever asks for somebody else's mail would choose where its link leads.
 */
export function baseUrlOf({
  PUBLIC_URL,
  LAN_URL,
  PORT,
}: Pick<GatewayConfig, 'PUBLIC_URL' | 'LAN_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? LAN_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}
