import type Provider from 'oidc-provider';
import type { ResourceServer } from 'oidc-provider';
import type { User } from '../../accounts/user.entity.js';
import { AUDIENCE, CLIENT_ID, type IdentityConfig } from '../../identity.config.js';

/** The resource indicator of our services: access tokens for it are JWTs. */
export const RESOURCE = 'urn:earworm:services';
const SCOPE = 'openid profile email';

export interface Holder {
  readonly user: User;
  readonly session: string;
}

/** An admin is registered, too. */
const ROLES = { guest: ['guest'], registered: ['registered'], admin: ['registered', 'admin'] };

export function claimsOf(user: User) {
  return {
    preferred_username: user.email ?? `guest-${user.id}`,
    name: user.displayName,
    ...(user.email ? { email: user.email, email_verified: false } : {}),
    realm_access: { roles: ROLES[user.kind] },
    azp: CLIENT_ID,
    typ: 'Bearer',
  };
}

/** ±10 %, so that users who came at once do not refresh at once. */
const jittered = (seconds: number): number => Math.max(1, Math.round(seconds * (0.9 + Math.random() * 0.2)));

export const resourceServer = (seconds: number): ResourceServer => ({
  audience: AUDIENCE,
  scope: SCOPE,
  accessTokenFormat: 'jwt',
  accessTokenTTL: jittered(seconds),
  jwt: { sign: { alg: 'ES256' } },
});

/** Access tokens outside a redirect, also made by oidc-provider, so that all have one format. */
export class AccessTokens {
  constructor(
    private readonly provider: Provider,
    private readonly config: IdentityConfig,
    /** Saves reading the user again for the claims. */
    private readonly holders: WeakMap<object, Holder>,
  ) {}

  async mint({ user, session }: Holder, gty: string): Promise<{ token: string; expiresIn: number }> {
    const client = await this.provider.Client.find(CLIENT_ID);
    if (!client) throw new Error('the web client is not registered');
    const seconds = user.kind === 'guest' ? this.config.GUEST_TOKEN_SECONDS : this.config.USER_TOKEN_SECONDS;
    const token = new this.provider.AccessToken({
      accountId: user.id,
      client,
      grantId: '',
      gty,
      scope: SCOPE,
      resourceServer: new this.provider.ResourceServer(RESOURCE, resourceServer(seconds)),
    });
    this.holders.set(token, { user, session });
    return { token: await token.save(), expiresIn: token.expiration };
  }
}
