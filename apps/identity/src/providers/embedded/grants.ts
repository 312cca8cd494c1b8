import type Provider from 'oidc-provider';
import type { TokenEndpointGrantContext } from 'oidc-provider';
import { RefusedError, type Tokens } from '@earworm/contracts';
import type { IdentityProvider } from '../identity-provider.js';
import { type SignInLimits, tooManyRequests } from './sign-in-limits.js';

/** Keycloak's descriptions of the refusals that the token route can give. */
const DESCRIPTIONS: Record<string, string> = {
  'invalid-credential': 'Invalid user credentials',
  'email-required': 'Invalid user credentials',
  'invalid-email': 'Invalid user credentials',
  'limit-sign-in': 'Invalid user credentials',
  'user-disabled': 'Account disabled',
  'token-expired': 'Token is not active',
};

/** Refusals are 400 `invalid_grant`, upon which keycloak-js drops its tokens; other errors 503, upon which it keeps them. */
export function registerGrants(
  oidc: Provider,
  provider: Pick<IdentityProvider, 'signIn' | 'refresh'>,
  limits: SignInLimits,
  onError: (error: unknown) => void,
): void {
  const answer = async (ctx: TokenEndpointGrantContext, tokens: () => Promise<Tokens>) => {
    try {
      ctx.body = await tokens();
    } catch (error) {
      const description = error instanceof RefusedError ? DESCRIPTIONS[error.code] : undefined;
      if (!(error instanceof RefusedError)) onError(error);
      ctx.status = description ? 400 : 503;
      ctx.body = description
        ? { error: 'invalid_grant', error_description: description }
        : { error: 'temporarily_unavailable' };
    }
  };
  const param = (ctx: TokenEndpointGrantContext, name: string) => {
    const value = ctx.oidc.params[name];
    return typeof value === 'string' ? value : '';
  };

  oidc.registerGrantType(
    'password',
    async (ctx) => {
      const refused = limits.enter(ctx.req);
      if (refused === null)
        return answer(ctx, () =>
          provider.signIn(param(ctx, 'username'), param(ctx, 'password'), limits.deviceOf(ctx.req)),
        );
      ctx.body = { error: 'temporarily_unavailable', error_description: refused.message };
      tooManyRequests(ctx, refused);
    },
    ['username', 'password', 'scope'],
  );
  oidc.registerGrantType(
    'refresh_token',
    (ctx) => answer(ctx, () => provider.refresh(param(ctx, 'refresh_token'), limits.deviceOf(ctx.req))),
    ['refresh_token', 'scope'],
  );
}
