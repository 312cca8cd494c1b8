import Provider, { interactionPolicy, type AdapterFactory, type Configuration } from 'oidc-provider';
import type { Users } from '../../accounts/users.js';
import { CLIENT_ID, isSecure, REALM_PATH, type IdentityConfig } from '../../identity.config.js';
import { claimsOf } from './claims.js';
import type { Secrets } from '../../tokens/secrets.js';
import { type Holder, RESOURCE, resourceServer } from './access-tokens.js';
import { HOST_COOKIES, makeCookiesSecure } from './host-cookies.js';
import { errorPage, signedOutPage, signOutPage } from './pages.js';
import { redirectAllowed } from './redirects.js';
import { sendPage } from './send-page.js';

export interface OidcParts {
  readonly config: IdentityConfig;
  readonly secrets: Secrets;
  readonly users: Users;
  readonly adapter: AdapterFactory;
  /** See AccessTokens. */
  readonly minting: WeakMap<object, Holder>;
}

const HOUR = 3600;
/** The provider's own settings, and the path that the prefix `__Host-` asks for. */
const ofHost = { httpOnly: true, sameSite: 'lax', secure: true, path: '/' } as const;

/** The OpenID provider with the routes of a Keycloak realm, for one first-party public client. */
export function openOidc(parts: OidcParts): Provider {
  const provider = new Provider(parts.config.OIDC_ISSUER, configuration(parts));
  provider.proxy = parts.config.TRUST_PROXY;
  if (isSecure(parts.config)) makeCookiesSecure(provider);
  const allowed = (target: string) => {
    const ctx = Provider.ctx;
    return ctx !== undefined && redirectAllowed(target, `${ctx.protocol}://${ctx.host}`, parts.config.PUBLIC_URL);
  };
  Object.assign(provider.Client.prototype, { redirectUriAllowed: allowed, postLogoutRedirectUriAllowed: allowed });
  return provider;
}

function configuration({ config, secrets, users, adapter, minting }: OidcParts): Configuration {
  const connect = '/protocol/openid-connect';
  const policy = interactionPolicy.base();
  // The only client is the product itself: there is nobody to consent to.
  policy.remove('consent');

  return {
    adapter,
    jwks: { keys: [{ ...secrets.key.privateJwk, kty: 'EC', crv: 'P-256' }] },
    cookies: {
      keys: [secrets.cookieKey],
      ...(isSecure(config) ? { names: HOST_COOKIES, short: ofHost, long: ofHost } : {}),
    },
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'password'],
        response_types: ['code'],
        // Never compared: see redirects.ts.
        redirect_uris: [new URL('/', config.OIDC_ISSUER).href],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    // Browsers name the origin also when it is the server's own, and any host may be that (see redirects.ts).
    clientBasedCORS: (ctx, origin) => redirectAllowed(origin, `${ctx.protocol}://${ctx.host}`, config.PUBLIC_URL),
    routes: {
      authorization: `${connect}/auth`,
      token: `${connect}/token`,
      jwks: `${connect}/certs`,
      userinfo: `${connect}/userinfo`,
      end_session: `${connect}/logout`,
    },
    features: {
      devInteractions: { enabled: false },
      // Access tokens are JWTs for our services; userinfo.ts reads those.
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => resourceServer(config.USER_TOKEN_SECONDS),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => sendPage(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => sendPage(ctx, signedOutPage()),
      },
    },
    ttl: {
      AccessToken: (_, token) => token.resourceServer?.accessTokenTTL ?? config.USER_TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: HOUR / 4,
      Grant: 14 * 24 * HOUR,
      Session: 14 * 24 * HOUR,
    },
    interactions: { policy, url: (_, interaction) => `${REALM_PATH}/interaction/${interaction.uid}` },
    findAccount: async (_, id) => {
      const user = await users.find(id);
      if (!user || user.disabled) return undefined;
      return { accountId: user.id, claims: () => ({ sub: user.id, ...claimsOf(user) }) };
    },
    extraTokenClaims: async (_, token) => {
      if (token.kind !== 'AccessToken') return undefined;
      const holder = minting.get(token);
      const user = holder?.user ?? (await users.find(token.accountId));
      return user ? { ...claimsOf(user), sid: holder?.session ?? token.sessionUid } : undefined;
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const known = session.grantIdFor(client.clientId);
      const grant =
        (known ? await provider.Grant.find(known) : undefined) ??
        new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      grant.addResourceScope(RESOURCE, 'openid profile email');
      await grant.save();
      return grant;
    },
    // Refresh tokens are ours (refresh-tokens.ts): the token route adds them.
    issueRefreshToken: () => false,
    renderError: (ctx, out) => sendPage(ctx, errorPage(out.error, out.error_description)),
  };
}
