import { signingKeys } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from './gateway.config.js';

const WITHIN_MS = 1_500;

/** Shows whether whoever signs tokens answers. Known keys go on being of use meanwhile, so games do not end with it. */
export function watchIssuer({ bus, health }: Kit, { OIDC_KEYS_URL: url }: GatewayConfig): void {
  const ask = async () => {
    if (url === undefined) return bus.call(signingKeys, {}, { timeoutMs: WITHIN_MS });
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!ok) throw new Error(`answered ${status}`);
  };
  health.add('identity', ask, { optional: true });
}

/** Shows whether the identity service's own routes answer, where browsers sign in by redirect. */
export function watchIdentityServer({ health }: Pick<Kit, 'health'>, { IDENTITY_URL }: GatewayConfig): void {
  const url = new URL('/realms/earworm/protocol/openid-connect/certs', IDENTITY_URL);
  const ask = async () => {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!ok) throw new Error(`answered ${status}`);
  };
  health.add('realms', ask, { optional: true });
}
