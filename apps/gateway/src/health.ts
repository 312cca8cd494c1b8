import { signingKeys } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from './gateway.config.js';

const WITHIN_MS = 1_500;

async function requireOk(url: string | URL): Promise<void> {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  if (!ok) throw new Error(`answered ${status}`);
}

/** Optional: known keys keep working. */
export function watchIssuer({ bus, health }: Kit, { OIDC_KEYS_URL: url }: GatewayConfig): void {
  const check = () => (url === undefined ? bus.call(signingKeys, {}, { timeoutMs: WITHIN_MS }) : requireOk(url));
  health.add('identity', check, { optional: true });
}

/** Checks the identity service's own routes for redirect sign-in. */
export function watchIdentityServer({ health }: Pick<Kit, 'health'>, { IDENTITY_URL }: GatewayConfig): void {
  const url = new URL('/realms/earworm/protocol/openid-connect/certs', IDENTITY_URL);
  health.add('realms', () => requireOk(url), { optional: true });
}
