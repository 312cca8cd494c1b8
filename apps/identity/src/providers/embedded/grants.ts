import type Provider from 'oidc-provider';
import type { TokenEndpointGrantContext } from 'oidc-provider';
import { RefusedError, type Tokens } from '@earworm/contracts';
import { type FrontDoor, sayTooMany } from './sign-in-limits.js';
import type { IdentityProvider } from '../identity-provider.js';

/** Guests have no grant here: their door is the gateway's, which counts them. */
type Doors = Pick<IdentityProvider, 'signIn' | 'refresh'>;

/** What Keycloak answers for the refusals that a token route can give. */
const descriptions: Record<string, string> = {
  'invalid-credential': 'Invalid user credentials',
  'email-required': 'Invalid user credentials',
  'invalid-email': 'Invalid user credentials',
  'limit-sign-in': 'Invalid user credentials',
  'user-disabled': 'Account disabled',
  'token-expired': 'Token is not active',
};

/**
 * The grants beyond the code: the same doors that the bus calls use. A refusal is 400 `invalid_grant`, upon which keycloak-js
 * drops its tokens; whatever is only busy or broken is 503, upon which it keeps them.
 */
export function registerGrants(
  provider: Provider,
  doors: Doors,
  front: FrontDoor,
  onError: (error: unknown) => void,
): void {
  const answer = async (ctx: TokenEndpointGrantContext, tokens: () => Promise<Tokens>) => {
    try {
      ctx.body = await tokens();
    } catch (error) {
      const description = error instanceof RefusedError ? descriptions[error.code] : undefined;
      if (!(error instanceof RefusedError)) onError(error);
      ctx.status = description ? 400 : 503;
      ctx.body = description
        ? { error: 'invalid_grant', error_description: description }
        : { error: 'temporarily_unavailable' };
    }
  };
  const text = (ctx: TokenEndpointGrantContext, name: string) => {
    const value = ctx.oidc.params[name];
    return typeof value === 'string' ? value : '';
  };

  provider.registerGrantType(
    'password',
    async (ctx) => {
      const refused = front.enter(ctx.req);
      if (refused === null)
        return answer(ctx, () => doors.signIn(text(ctx, 'username'), text(ctx, 'password'), front.deviceOf(ctx.req)));
      ctx.body = { error: 'temporarily_unavailable', error_description: refused.message };
      sayTooMany(ctx, refused);
    },
    ['username', 'password', 'scope'],
  );
  provider.registerGrantType(
    'refresh_token',
    (ctx) => answer(ctx, () => doors.refresh(text(ctx, 'refresh_token'), front.deviceOf(ctx.req))),
    ['refresh_token', 'scope'],
  );
}
