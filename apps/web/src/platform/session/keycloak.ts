import Keycloak from 'keycloak-js';
import { PATHS, RefusedError, type SignInEndpoints } from '@earworm/contracts';
import { languageNow } from '../i18n/texts.js';
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

/** Paths are those of this page's origin. */
const open = ({ authorization, token }: SignInEndpoints) =>
  new Keycloak({
    clientId: CLIENT_ID,
    oidcProvider: {
      authorization_endpoint: new URL(authorization, location.origin).href,
      token_endpoint: new URL(token, location.origin).href,
    },
  });

function keptBy({ token, refreshToken, idToken, tokenParsed }: Keycloak): KeptTokens | null {
  if (!token || !refreshToken) return null;
  // The lifetime by the server's clock, counted from now by ours: phones with a wrong clock stay signed in.
  const lifetime = (tokenParsed?.exp ?? 0) - (tokenParsed?.iat ?? 0);
  return {
    access: token,
    refresh: refreshToken,
    ...(idToken ? { id: idToken } : {}),
    expiresAt: Date.now() + lifetime * 1000,
  };
}

/** An error that the provider has sent back is an object of its own; its description, if it has one, is the message. */
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
 * Leaves for the provider's own sign-in page, which sends back to `path` of this site. Never resolves: the page is gone.
 * `askAgain`: also somebody whom the provider still knows has to say who they are.
 */
export async function leaveToSignIn(endpoints: SignInEndpoints, path: string, askAgain: boolean): Promise<void> {
  const keycloak = open(endpoints);
  await initialise(keycloak);
  // The code comes back in the fragment, so the way back must have none of its own.
  const redirectUri = new URL(path.split('#')[0] ?? '/', location.origin).href;
  await keycloak.login({ redirectUri, locale: languageNow(), ...(askAgain ? { prompt: 'login' } : {}) });
}

/** Trades the code in this page's address for tokens, and takes it out of the address. Throws when it is not ours. */
export async function tokensFromAddress(endpoints: SignInEndpoints): Promise<KeptTokens> {
  const keycloak = open(endpoints);
  await initialise(keycloak);
  const kept = keptBy(keycloak);
  if (!kept) throw new RefusedError('sign-in-failed');
  return kept;
}

/** With every provider tokens are renewed by the product: a guest's refresh token is its own. */
const RENEWAL: SignInEndpoints = { authorization: '/', token: PATHS.token.path };

/** One holder per sign-in: a Keycloak instance can be initialised only once, and that already fetches new tokens. */
export function holdTokens(tokens: KeptTokens): TokenHolder {
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
        // A refused refresh has cleared the token; after a failed connection it is still there.
        if (keycloak.token) throw error;
      }
      return keptBy(keycloak);
    },
  };
}
