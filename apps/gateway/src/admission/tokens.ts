import { RefusedError, signingKeys } from '@earworm/contracts';
import { createTokenVerifier, type Principal, type TokenVerifier } from '@earworm/service-kit/auth';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { RevocationList } from './revocation-list.js';

/**
 * Verifies tokens of the issuer that the identity service reports. Throws RefusedError `unauthenticated`, `token-expired`
 * (also when revoked) or `unavailable`.
 */
export function createTokens(bus: Bus, revoked: Pick<RevocationList, 'isRevoked'>): TokenVerifier {
  const signatures = createSignatureVerifier(bus);
  return {
    async verify(token) {
      const principal = await signatures.verify(token);
      if (revoked.isRevoked(principal)) throw new RefusedError('token-expired');
      return principal;
    },
    remember: (token) => signatures.remember(token),
  };
}

function createSignatureVerifier(bus: Bus): TokenVerifier {
  let verifier: Promise<TokenVerifier> | null = null;
  const discover = async (): Promise<TokenVerifier> => {
    const { issuer, audience } = await bus.call(signingKeys, {}, { timeoutMs: 2_000 });
    return createTokenVerifier({ keys: { bus }, issuer, audience });
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
