import { decodeJwt } from 'jose';
import { KeycloakMisconfigured, KeycloakRefused } from './keycloak-errors.js';
import { type KeycloakAnswer, type KeycloakHttp, type KeycloakRequest, refusalIn } from './keycloak-http.js';
import type { TokenEndpoint } from './token-endpoint.js';

/** A token is replaced so long before it expires. */
const SPARE_MS = 10_000;

interface AccountToken {
  readonly token: string;
  readonly userId: string;
  readonly expiresAt: number;
  /** Keycloak's clock minus ours, in whole seconds. */
  readonly skewSeconds: number;
}

/** This service's account in Keycloak: its token, and admin requests with it. */
export class ServiceAccount {
  #current: AccountToken | null = null;
  #requesting: Promise<AccountToken> | null = null;

  constructor(
    private readonly http: KeycloakHttp,
    private readonly tokens: Pick<TokenEndpoint, 'clientCredentials'>,
    private readonly now: () => number = Date.now,
  ) {}

  async userId(): Promise<string> {
    return (await this.#token()).userId;
  }

  /** Requests a new token, which verifies realm, client and secret. Returns the clock skew in seconds. */
  async renew(): Promise<number> {
    this.#current = null;
    return (await this.#token()).skewSeconds;
  }

  /** Throws KeycloakRefused for statuses that are not expected. */
  async request(
    operation: string,
    path: string,
    request: KeycloakRequest,
    expected: readonly number[],
  ): Promise<KeycloakAnswer> {
    let answer = await this.#send(path, request);
    if (answer.status === 401) {
      // Keycloak's keys or database have changed: retry with a new token.
      this.#current = null;
      answer = await this.#send(path, request);
    }
    if (expected.includes(answer.status)) return answer;
    if (answer.status === 403)
      throw new KeycloakMisconfigured(
        `the service account of earworm-identity may not do "${operation}": bring the realm up to date with npm run keycloak -- sync`,
      );
    throw refusalIn(answer, operation);
  }

  async #send(path: string, request: KeycloakRequest): Promise<KeycloakAnswer> {
    return this.http.ofAdmin(path, { ...request, token: (await this.#token()).token });
  }

  async #token(): Promise<AccountToken> {
    if (this.#current !== null && performance.now() < this.#current.expiresAt) return this.#current;
    this.#requesting ??= this.#requestToken().finally(() => (this.#requesting = null));
    return (this.#current = await this.#requesting);
  }

  async #requestToken(): Promise<AccountToken> {
    try {
      const { access_token: token, expires_in: seconds } = await this.tokens.clientCredentials();
      const { sub: userId = '', iat = 0 } = decodeJwt(token);
      const expiresAt = performance.now() + Math.max(0, seconds * 1_000 - SPARE_MS);
      return { token, userId, expiresAt, skewSeconds: iat - Math.floor(this.now() / 1_000) };
    } catch (error) {
      throw misconfigured(error);
    }
  }
}

function misconfigured(error: unknown): unknown {
  if (!(error instanceof KeycloakRefused)) return error;
  if (error.status === 404) return new KeycloakMisconfigured('it has no realm of the name in KEYCLOAK_REALM');
  if (/^(invalid|unauthorized)_client$/.test(error.code))
    return new KeycloakMisconfigured(
      'it does not accept KEYCLOAK_CLIENT_SECRET, or its client earworm-identity has no service account',
    );
  return error;
}
