import Keycloak from 'keycloak-js';
import { PATHS, RefusedError, type SignInEndpoints } from '@earworm/contracts';
import { languageNow } from '../i18n/texts.js';
import type { StoredTokens } from './tokens.js';

const CLIENT_ID = 'earworm-web';

// keycloak-js uses it without a check; phones of 2023 lack it.
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
  /** Null when the session has ended. Throws when the server could not be reached. */
  refresh(): Promise<StoredTokens | null>;
}

const open = ({ authorization, token }: SignInEndpoints) =>
  new Keycloak({
    clientId: CLIENT_ID,
    oidcProvider: {
      authorization_endpoint: new URL(authorization, location.origin).href,
      token_endpoint: new URL(token, location.origin).href,
    },
  });

function tokensOf({ token, refreshToken, idToken, tokenParsed }: Keycloak): StoredTokens | null {
  if (!token || !refreshToken) return null;
  // Lifetime by the server's clock, counted from now: phones with a wrong clock stay signed in.
  const lifetime = (tokenParsed?.exp ?? 0) - (tokenParsed?.iat ?? 0);
  return {
    access: token,
    refresh: refreshToken,
    ...(idToken ? { id: idToken } : {}),
    expiresAt: Date.now() + lifetime * 1000,
  };
}

/** Errors of the provider are plain objects with a description. */
async function initialise(keycloak: Keycloak): Promise<void> {
  try {
    await keycloak.init({ checkLoginIframe: false, pkceMethod: 'S256' });
  } catch (error) {
    if (error instanceof Error) throw error;
    const { error_description: text } = (error ?? {}) as { readonly error_description?: unknown };
    throw new Error(typeof text === 'string' ? text : '', { cause: error });
  }
}

/**
 * Leaves for the provider's sign-in page, which returns to `path`. Never resolves. `askAgain`: ignores the provider's
 * own session.
 */
export async function leaveToSignIn(endpoints: SignInEndpoints, path: string, askAgain: boolean): Promise<void> {
  const keycloak = open(endpoints);
  await initialise(keycloak);
  // The code is returned in the fragment.
  const redirectUri = new URL(path.split('#')[0] ?? '/', location.origin).href;
  await keycloak.login({ redirectUri, locale: languageNow(), ...(askAgain ? { prompt: 'login' } : {}) });
}

/** Exchanges the code in this page's address for tokens, and removes it from the address. */
export async function tokensFromAddress(endpoints: SignInEndpoints): Promise<StoredTokens> {
  const keycloak = open(endpoints);
  await initialise(keycloak);
  const current = tokensOf(keycloak);
  if (!current) throw new RefusedError('sign-in-failed');
  return current;
}

/** The product renews tokens of every provider. */
const RENEWAL: SignInEndpoints = { authorization: '/', token: PATHS.token.path };

/** A Keycloak instance can be initialised only once, which already refreshes the tokens. */
export function holdTokens(tokens: StoredTokens): TokenHolder {
  const keycloak = open(RENEWAL);

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
        // A refused refresh has cleared the token; a failed connection has not.
        if (keycloak.token) throw error;
      }
      return tokensOf(keycloak);
    },
  };
}
