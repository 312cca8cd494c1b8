import type Provider from 'oidc-provider';
import type { ResourceServer } from 'oidc-provider';
import type { User } from '../../accounts/user.entity.js';
import { AUDIENCE, CLIENT_ID, type IdentityConfig } from '../../identity.config.js';
import { jittered } from './claims.js';

/** The resource indicator under which the provider knows our services; tokens for it are JWTs. */
export const RESOURCE = 'urn:earworm:services';
const SCOPE = 'openid profile email';

/** Whose a token in the making is; the session is known to the provider alone where it came by a redirect. */
export interface Holder {
  readonly user: User;
  readonly session: string;
}

type AccessToken = InstanceType<Provider['AccessToken']>;

/** How tokens for our services look, with a life in seconds of their own each time. */
export const resourceServer = (seconds: number): ResourceServer => ({
  audience: AUDIENCE,
  scope: SCOPE,
  accessTokenFormat: 'jwt',
  accessTokenTTL: jittered(seconds),
  jwt: { sign: { alg: 'ES256' } },
});

/** Access tokens outside a redirect, made by the provider itself so that all of them are of one shape. */
export class AccessTokens {
  constructor(
    private readonly provider: Provider,
    private readonly config: IdentityConfig,
    /** Holders of tokens in the making, so that their claims need no second look into the table. */
    private readonly holders: WeakMap<object, Holder>,
  ) {}

  /** `expiresIn` in seconds. */
  async mint({ user, session }: Holder, gty: string): Promise<{ token: string; expiresIn: number }> {
    const client = await this.provider.Client.find(CLIENT_ID);
    if (!client) throw new Error('the web client is not registered');
    const seconds = user.kind === 'guest' ? this.config.GUEST_TOKEN_SECONDS : this.config.USER_TOKEN_SECONDS;
    const token: AccessToken = new this.provider.AccessToken({
      ...{ accountId: user.id, client, grantId: '', gty, scope: SCOPE },
      resourceServer: new this.provider.ResourceServer(RESOURCE, resourceServer(seconds)),
    });
    this.holders.set(token, { user, session });
    return { token: await token.save(), expiresIn: token.expiration };
  }
}
