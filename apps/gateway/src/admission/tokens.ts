import { RefusedError, signingKeys } from '@earworm/contracts';
import { createTokenVerifier, type Principal, type TokenVerifier } from '@earworm/service-kit/auth';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { GatewayConfig } from '../gateway.config.js';
import type { RevocationList } from './revocation-list.js';

/**
 * Verifies tokens of the configured issuer, or of the one that the identity service reports. Throws RefusedError
 * `unauthenticated`, `token-expired` (also when revoked) or `unavailable`.
 */
export function createTokens(
  bus: Bus,
  config: GatewayConfig,
  revoked: Pick<RevocationList, 'isRevoked'>,
): TokenVerifier {
  const signatures = createSignatureVerifier(bus, config);
  return {
    async verify(token) {
      const principal = await signatures.verify(token);
      if (revoked.isRevoked(principal)) throw new RefusedError('token-expired');
      return principal;
    },
    remember: (token) => signatures.remember(token),
  };
}

function createSignatureVerifier(bus: Bus, config: GatewayConfig): TokenVerifier {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_KEYS_URL: url } = config;
  const keys = url === undefined ? { bus } : { url };
  if (issuer !== undefined && audience !== undefined) return createTokenVerifier({ keys, issuer, audience });

  let verifier: Promise<TokenVerifier> | null = null;
  const discover = async (): Promise<TokenVerifier> => {
    const reported = await bus.call(signingKeys, {}, { timeoutMs: 2_000 });
    return createTokenVerifier({ keys, issuer: issuer ?? reported.issuer, audience: audience ?? reported.audience });
  };
  const ready = (): Promise<TokenVerifier> =>
    (verifier ??= discover()).catch((error: unknown) => {
      verifier = null;
      throw error instanceof BusError ? new RefusedError('unavailable') : error;
    });
  return {
    verify: async (token): Promise<Principal> => (await ready()).verify(token),
    remember: (token) =>
      void ready().then(
        (cache) => cache.remember(token),
        () => undefined,
      ),
  };
}
