import { randomUUID } from 'node:crypto';
import type { ResourceServer } from 'oidc-provider';
import type { User } from '../../accounts/user.entity.js';
import { AUDIENCE, CLIENT_ID, ISSUER, type IdentityConfig } from '../../identity.config.js';
import { type SigningKey, signJwt } from '../../tokens/secrets.js';

/** The resource indicator of our services: access tokens for it are JWTs. */
export const RESOURCE = 'urn:earworm:services';
const SCOPE = 'openid profile email';
/** RFC 9068. */
const ACCESS_TOKEN_TYPE = 'at+jwt';

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

/** Access tokens outside a redirect, in the format of those that oidc-provider issues after one. */
export class AccessTokens {
  constructor(
    private readonly key: SigningKey,
    private readonly config: IdentityConfig,
  ) {}

  mint({ user, session }: Holder): { token: string; expiresIn: number } {
    const { guestTokenSeconds, USER_TOKEN_SECONDS } = this.config;
    const expiresIn = jittered(user.kind === 'guest' ? guestTokenSeconds : USER_TOKEN_SECONDS);
    const iat = Math.floor(Date.now() / 1000);
    const token = signJwt(this.key, ACCESS_TOKEN_TYPE, {
      ...claimsOf(user),
      sid: session,
      jti: randomUUID(),
      sub: user.id,
      iat,
      exp: iat + expiresIn,
      scope: SCOPE,
      client_id: CLIENT_ID,
      iss: ISSUER,
      aud: AUDIENCE,
    });
    return { token, expiresIn };
  }
}
