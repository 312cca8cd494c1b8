import http from 'node:http';
import https from 'node:https';
import { signingKeys } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from './gateway.config.js';

const WITHIN_MS = 1_500;

/** Not with `fetch`: its client takes 10 MB, and nothing else here needs it. */
function requireOk(url: URL): Promise<void> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = client.get(url, { signal: AbortSignal.timeout(WITHIN_MS) }, ({ statusCode }) => {
      if (statusCode === 200) resolve();
      else reject(new Error(`answered ${statusCode}`));
      request.destroy();
    });
    // One reason for every way of failing: a change of the reason is logged.
    request.on('error', (cause) => reject(new Error('no answer', { cause })));
  });
}

/** Optional: known keys keep working. */
export function watchIssuer({ bus, health }: Kit): void {
  health.add('identity', () => bus.call(signingKeys, {}, { timeoutMs: WITHIN_MS }), { optional: true });
}

/** Checks the identity service's own routes for redirect sign-in. */
export function watchIdentityServer({ health }: Pick<Kit, 'health'>, { IDENTITY_URL }: GatewayConfig): void {
  const url = new URL('/realms/earworm/protocol/openid-connect/certs', IDENTITY_URL);
  health.add('realms', () => requireOk(url), { optional: true });
}
