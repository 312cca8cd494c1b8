import { z } from 'zod';
import { type KeycloakHttp, refusalIn } from './keycloak-http.js';

/** Confidential, for accounts and with the service account. */
export const IDENTITY_CLIENT = 'earworm-identity';
/** Confidential, for guests, whose tokens have another life. */
const GUEST_CLIENT = 'earworm-guests';
/** The browser's public client, used at Keycloak's own pages. */
export const WEB_CLIENT = 'earworm-web';

const Answer = z.object({
  access_token: z.string(),
  expires_in: z.number().int(),
  refresh_token: z.string().optional(),
  refresh_expires_in: z.number().int().optional(),
  id_token: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof Answer>;

const TOKEN = '/protocol/openid-connect/token';
const LOGOUT = '/protocol/openid-connect/logout';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The realm's token endpoint. Throws KeycloakRefused with the OAuth error, or KeycloakUnavailable. */
export class TokenEndpoint {
  constructor(
    private readonly http: KeycloakHttp,
    private readonly secret: string,
  ) {}

  password(username: string, password: string): Promise<TokenAnswer> {
    return this.#grant(IDENTITY_CLIENT, { grant_type: 'password', scope: 'openid', username, password });
  }

  refresh(refreshToken: string, clientId: string): Promise<TokenAnswer> {
    return this.#grant(clientId, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  assertion(assertion: string): Promise<TokenAnswer> {
    return this.#grant(GUEST_CLIENT, { grant_type: JWT_BEARER, assertion });
  }

  clientCredentials(): Promise<TokenAnswer> {
    return this.#grant(IDENTITY_CLIENT, { grant_type: 'client_credentials' });
  }

  /** False: the token has no session any more. */
  async logout(refreshToken: string, clientId: string): Promise<boolean> {
    const form = { ...this.#client(clientId), refresh_token: refreshToken };
    const answer = await this.http.ofRealm(LOGOUT, { method: 'POST', form });
    if (answer.status === 204) return true;
    const refused = refusalIn(answer, 'sign-out');
    if (refused.code === 'invalid_grant') return false;
    throw refused;
  }

  async #grant(clientId: string, fields: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    const form = { ...this.#client(clientId), ...fields };
    const answer = await this.http.ofRealm(TOKEN, { method: 'POST', form });
    if (answer.status === 200) return Answer.parse(answer.body);
    throw refusalIn(answer, `grant ${fields['grant_type']} of ${clientId}`);
  }

  #client(clientId: string): Record<string, string> {
    return clientId === WEB_CLIENT ? { client_id: clientId } : { client_id: clientId, client_secret: this.secret };
  }
}
