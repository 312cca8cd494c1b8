import { jwtVerify } from 'jose';
import Provider, { errors } from 'oidc-provider';
import { messageOf, RefusedError } from '@earworm/contracts';
import type { Accounts } from '../../accounts/accounts.js';
import type { Users } from '../../accounts/users.js';
import { AUDIENCE, REALM_PATH } from '../../identity.config.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { SigningKey } from '../../tokens/secrets.js';
import { claimsOf } from './access-tokens.js';
import type { EmbeddedProvider } from './embedded-provider.js';
import { forAllPaths } from './host-cookies.js';
import { errorPage, sendPage, signInPage } from './pages.js';
import { limitSignIns, type SignInLimits } from './sign-in-limits.js';
import type { IncomingMessage } from 'node:http';
import type { RealmMiddleware } from '../identity-provider.js';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

export interface RealmRoutesDependencies {
  readonly oidc: Provider;
  readonly provider: EmbeddedProvider;
  readonly accounts: Accounts;
  readonly users: Users;
  readonly key: SigningKey;
  readonly revocations: Revocations;
  readonly limits: SignInLimits;
  readonly isSecure: boolean;
  readonly onError: (error: unknown) => void;
}

/** What oidc-provider leaves to its host: the sign-in page, userinfo for JWTs, refresh tokens for codes. */
export function addRealmRoutes(dependencies: RealmRoutesDependencies): void {
  const { oidc, limits, isSecure, onError } = dependencies;
  oidc.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // Storing a record after the answer was made can still be refused.
      const refused = error instanceof errors.OIDCProviderError && error.statusCode < 500 ? error : undefined;
      if (!refused) onError(error);
      ctx.status = refused?.statusCode ?? 500;
      const [code, text] = refused
        ? [refused.error, refused.error_description]
        : ['server_error', 'Something went wrong'];
      sendPage(ctx, errorPage(code, text));
    }
  });
  if (isSecure) oidc.use(forAllPaths);
  oidc.use(limitSignIns(limits));
  oidc.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) return signInRoute(dependencies, ctx);
    if (ctx.path === '/protocol/openid-connect/userinfo') return userinfoRoute(dependencies, ctx);
    await next();
    if (ctx.path === '/protocol/openid-connect/token' && ctx.status === 200) await addRefreshToken(dependencies, ctx);
  });
}

async function signInRoute({ oidc, accounts, limits, onError }: RealmRoutesDependencies, ctx: Context): Promise<void> {
  const action = `${REALM_PATH}${ctx.path}`;
  // By the cookie of this interaction: another site cannot post a password into it.
  const interaction = await oidc.interactionDetails(ctx.req, ctx.res).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  });
  if (interaction?.uid !== ctx.path.slice('/interaction/'.length)) {
    ctx.status = 400;
    return sendPage(ctx, errorPage('expired', 'This sign-in page is too old.'));
  }
  if (ctx.method === 'GET') return sendPage(ctx, signInPage(action));
  if (ctx.method !== 'POST') {
    ctx.status = 405;
    return;
  }
  const form = await formBody(ctx.req);
  if (form === undefined) {
    ctx.status = 400;
    ctx.set('Connection', 'close');
    return sendPage(ctx, signInPage(action, '', messageOf('bad-request')));
  }
  const email = form.get('email') ?? '';
  try {
    const password = form.get('password') ?? '';
    const user = await accounts.signIn(email.slice(0, 254), password.slice(0, 256), limits.deviceOf(ctx.req));
    const login = { accountId: user.id, remember: false };
    ctx.redirect(await oidc.interactionResult(ctx.req, ctx.res, { login }));
    ctx.status = 303;
  } catch (error) {
    const refused = error instanceof RefusedError;
    if (!refused) onError(error);
    sendPage(ctx, signInPage(action, email, refused ? error.message : messageOf('sign-in-failed')));
    ctx.status = refused ? 401 : 500;
  }
}

async function userinfoRoute({ oidc, key, users, revocations }: RealmRoutesDependencies, ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  const [scheme, token = ''] = ctx.get('authorization').split(' ');
  const options = { issuer: oidc.issuer, audience: AUDIENCE, algorithms: ['ES256'] };
  const verified = /^bearer$/i.test(scheme ?? '')
    ? await jwtVerify(token, key.publicKey, options).catch(() => undefined)
    : undefined;
  const { sub, iat = 0, sid } = verified?.payload ?? {};
  const user = sub ? await users.find(sub) : null;
  if (!user || user.disabled || (await revocations.ended(user.id, iat, sid?.toString()))) {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"');
    ctx.body = { error: 'invalid_token' };
    return;
  }
  ctx.body = { sub: user.id, ...claimsOf(user) };
}

async function addRefreshToken({ provider, users, revocations }: RealmRoutesDependencies, ctx: Context): Promise<void> {
  const oidc: Provider['OIDCContext']['prototype'] | undefined = ctx.oidc;
  const accountId = oidc?.params?.grant_type === 'authorization_code' ? oidc.entities.Account?.accountId : undefined;
  const user = accountId ? await users.find(accountId) : null;
  const session = oidc?.entities.AuthorizationCode?.sessionUid ?? null;
  if (!user) return;
  const refresh = await provider.openRefresh(user, session);
  if (session !== null && (await revocations.ended(user.id, Math.floor(Date.now() / 1000), session))) {
    // The code was used a second time meanwhile.
    await provider.signOut(refresh.refresh_token);
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
    return;
  }
  ctx.body = { ...Object(ctx.body), ...refresh };
}

const MAX_BYTES = 8192;

/** The fields of a posted form, also behind a body parser. Undefined when it is larger than 8 KiB. */
async function formBody(req: IncomingMessage & { body?: unknown }): Promise<URLSearchParams | undefined> {
  if (req.body && typeof req.body === 'object' && !req.readable) {
    const fields = Object.entries(req.body).filter((field): field is [string, string] => typeof field[1] === 'string');
    return new URLSearchParams(fields);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Keeps the socket open for the answer when the loop is left early.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** Serves the realm by the request's whole path, at any mount point; 404 outside of it. */
export function realmMiddleware(provider: Provider): RealmMiddleware {
  const serve = provider.callback();
  return (req, res) => {
    const url = req.originalUrl ?? req.url ?? '';
    if (!url.startsWith(`${REALM_PATH}/`)) {
      res.writeHead(404).end();
      return;
    }
    // oidc-provider takes the difference of both for its mount path, which it writes into its URLs.
    req.originalUrl = url;
    req.url = url.slice(REALM_PATH.length);
    void serve(req, res);
  };
}
