import { RefusedError, signingKeys } from '@earworm/contracts';
import { createTokenVerifier, type Principal, type TokenVerifier } from '@earworm/service-kit/auth';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { GatewayConfig } from '../gateway.config.js';
import type { Revoked } from './revoked.js';

/**
 * Verifies tokens by the configured issuer, or by what the identity service says of itself when it is first asked.
 * Throws RefusedError `unauthenticated`, `token-expired` (also when it was ended before its time) or `unavailable`.
 */
export function createTokens(bus: Bus, config: GatewayConfig, revoked: Pick<Revoked, 'ended'>): TokenVerifier {
  const signed = signatures(bus, config);
  return {
    async verify(token) {
      const principal = await signed.verify(token);
      if (revoked.ended(principal)) throw new RefusedError('token-expired');
      return principal;
    },
    remember: (token) => signed.remember(token),
  };
}

function signatures(bus: Bus, config: GatewayConfig): TokenVerifier {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_KEYS_URL: url } = config;
  const keys = url === undefined ? { bus } : { url };
  if (issuer !== undefined && audience !== undefined) return createTokenVerifier({ keys, issuer, audience });

  let verifier: Promise<TokenVerifier> | null = null;
  const introduce = async (): Promise<TokenVerifier> => {
    const said = await bus.call(signingKeys, {}, { timeoutMs: 2_000 });
    return createTokenVerifier({ keys, issuer: issuer ?? said.issuer, audience: audience ?? said.audience });
  };
  const ready = (): Promise<TokenVerifier> =>
    (verifier ??= introduce()).catch((error: unknown) => {
      verifier = null;
      throw error instanceof BusError ? new RefusedError('unavailable') : error;
    });
  return {
    verify: async (token): Promise<Principal> => (await ready()).verify(token),
    remember: (token) =>
      void ready().then(
        (known) => known.remember(token),
        () => undefined,
      ),
  };
}
