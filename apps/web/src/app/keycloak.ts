import Keycloak from 'keycloak-js';
import type { KeptTokens } from './tokens.js';

const CLIENT_ID = 'earworm-web';

// keycloak-js uses this without asking whether the browser has it; phones of 2023 do not.
Promise.withResolvers ??= function withResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

export interface TokenHolder {
  /** New tokens; null when the session is gone for good. Throws when the server could not be asked. */
  refresh(): Promise<KeptTokens | null>;
}

/** One holder per sign-in: a Keycloak instance can be initialised only once, and that already fetches new tokens. */
export function holdTokens(tokens: KeptTokens): TokenHolder {
  const keycloak = new Keycloak({ url: location.origin, realm: 'earworm', clientId: CLIENT_ID });

  const kept = (): KeptTokens | null => {
    const { token, refreshToken, idToken, tokenParsed } = keycloak;
    if (!token || !refreshToken) return null;
    // The lifetime by the server's clock, counted from now by ours: phones with a wrong clock stay signed in.
    const lifetime = (tokenParsed?.exp ?? 0) - (tokenParsed?.iat ?? 0);
    return {
      access: token,
      refresh: refreshToken,
      ...(idToken ? { id: idToken } : {}),
      expiresAt: Date.now() + lifetime * 1000,
    };
  };

  return {
    async refresh() {
      try {
        if (keycloak.didInitialize) await keycloak.updateToken(-1);
        else {
          await keycloak.init({
            token: tokens.access,
            refreshToken: tokens.refresh,
            ...(tokens.id ? { idToken: tokens.id } : {}),
            checkLoginIframe: false,
          });
        }
      } catch (error) {
        // A refused refresh has cleared the token; after a failed connection it is still there.
        if (keycloak.token) throw error;
      }
      return kept();
    },
  };
}
