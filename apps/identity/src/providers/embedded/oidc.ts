import Provider, { interactionPolicy, type AdapterFactory, type Configuration } from 'oidc-provider';
import { trustedProxyMatcher } from '@earworm/service-kit/client-address';
import type { Users } from '../../accounts/users.js';
import { CLIENT_ID, isSecure, ISSUER, REALM_PATH, type IdentityConfig } from '../../identity.config.js';
import type { Secrets } from '../../tokens/secrets.js';
import { claimsOf, RESOURCE, resourceServer } from './access-tokens.js';
import { HOST_COOKIES, makeCookiesSecure } from './host-cookies.js';
import { errorPage, sendPage, signedOutPage, signOutPage } from './pages.js';

export interface OidcDependencies {
  readonly config: IdentityConfig;
  readonly secrets: Secrets;
  readonly users: Users;
  readonly adapter: AdapterFactory;
}

const HOUR = 3600;
/** As the prefix `__Host-` demands. */
const hostOnly = { httpOnly: true, sameSite: 'lax', secure: true, path: '/' } as const;

/** The OpenID provider with the routes of a Keycloak realm, for one first-party public client. */
export function openOidc(dependencies: OidcDependencies): Provider {
  const { config } = dependencies;
  const provider = new Provider(ISSUER, configuration(dependencies));
  trustProxies(provider, config.TRUSTED_PROXIES);
  if (isSecure(config)) makeCookiesSecure(provider);
  const allowed = (target: string) => {
    const ctx = Provider.ctx;
    return ctx !== undefined && redirectAllowed(target, `${ctx.protocol}://${ctx.host}`, config.PUBLIC_URL);
  };
  Object.assign(provider.Client.prototype, { redirectUriAllowed: allowed, postLogoutRedirectUriAllowed: allowed });
  return provider;
}

/** Koa trusts the headers of every client once `proxy` is set. */
function trustProxies(provider: Provider, proxies: readonly string[]): void {
  const isTrusted = trustedProxyMatcher(proxies);
  provider.proxy = true;
  provider.use(async ({ req }, next) => {
    if (!isTrusted(req.socket.remoteAddress ?? '')) {
      delete req.headers['x-forwarded-proto'];
      delete req.headers['x-forwarded-host'];
    }
    await next();
  });
}

function configuration({ config, secrets, users, adapter }: OidcDependencies): Configuration {
  const connect = '/protocol/openid-connect';
  const policy = interactionPolicy.base();
  policy.remove('consent');

  return {
    adapter,
    jwks: { keys: [{ ...secrets.key.privateJwk, kty: 'EC', crv: 'P-256' }] },
    cookies: {
      keys: [secrets.cookieKey],
      ...(isSecure(config) ? { names: HOST_COOKIES, short: hostOnly, long: hostOnly } : {}),
    },
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'password'],
        response_types: ['code'],
        redirect_uris: [new URL('/', ISSUER).href],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    // Browsers send the origin also to itself (see redirectAllowed).
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
      // It reads opaque tokens only: see realm-routes.ts.
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
      const user = await users.find(token.accountId);
      return user ? { ...claimsOf(user), sid: token.sessionUid } : undefined;
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grantId = session.grantIdFor(client.clientId);
      const grant =
        (grantId ? await provider.Grant.find(grantId) : undefined) ??
        new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      grant.addResourceScope(RESOURCE, 'openid profile email');
      await grant.save();
      return grant;
    },
    issueRefreshToken: () => false,
    renderError: (ctx, out) => sendPage(ctx, errorPage(out.error, out.error_description)),
  };
}

/**
 * The redirect rule for codes. The web client's origins cannot be listed in advance (LAN addresses), so a code goes only back
 * to the origin of the request: the browser sets that, not the author of a link. With PUBLIC_URL, only there and to loopback.
 */
export function redirectAllowed(target: string, requestOrigin: string, publicUrl: string | undefined): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || url.username || url.password || url.hash) return false;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true;
  return url.origin === requestOrigin && (publicUrl === undefined || isLoopback(url.hostname));
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
