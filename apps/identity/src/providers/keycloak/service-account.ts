import { decodeJwt } from 'jose';
import { KeycloakMisconfigured, KeycloakRefused } from './keycloak-errors.js';
import { type KeycloakAnswer, type KeycloakHttp, type KeycloakRequest, refusalIn } from './keycloak-http.js';
import type { TokenEndpoint } from './token-endpoint.js';

/** A token is not used in its last seconds: it has to arrive while it is still good. */
const SPARE_MS = 10_000;

interface Held {
  readonly token: string;
  readonly userId: string;
  /** By performance.now(). */
  readonly until: number;
  /** How far Keycloak's clock is ahead of ours, whole seconds; tokens say no more. */
  readonly aheadSeconds: number;
}

/** The service account of this service: its token, kept while it is good, and requests with it. */
export class ServiceAccount {
  #held: Held | null = null;
  #asking: Promise<Held> | null = null;

  constructor(
    private readonly http: KeycloakHttp,
    private readonly tokens: Pick<TokenEndpoint, 'clientCredentials'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Its user id in Keycloak, under which the realm's admin events name it. */
  async userId(): Promise<string> {
    return (await this.#token()).userId;
  }

  /** A new token, whether or not there is a good one: shows that realm, client and secret are right. Answers the clocks' difference. */
  async renew(): Promise<number> {
    this.#held = null;
    return (await this.#token()).aheadSeconds;
  }

  /** An answer with one of the expected statuses. Throws KeycloakRefused for others. */
  async request(
    asked: string,
    path: string,
    request: KeycloakRequest,
    expected: readonly number[],
  ): Promise<KeycloakAnswer> {
    let answer = await this.#send(path, request);
    if (answer.status === 401) {
      // Its keys were changed, or its database: a new token shows.
      this.#held = null;
      answer = await this.#send(path, request);
    }
    if (expected.includes(answer.status)) return answer;
    if (answer.status === 403)
      throw new KeycloakMisconfigured(
        `the service account of earworm-identity may not do "${asked}": bring the realm up to date with npm run keycloak:sync`,
      );
    throw refusalIn(answer, asked);
  }

  async #send(path: string, request: KeycloakRequest): Promise<KeycloakAnswer> {
    return this.http.ofAdmin(path, { ...request, token: (await this.#token()).token });
  }

  async #token(): Promise<Held> {
    if (this.#held !== null && performance.now() < this.#held.until) return this.#held;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return (this.#held = await this.#asking);
  }

  async #ask(): Promise<Held> {
    try {
      const { access_token: token, expires_in: seconds } = await this.tokens.clientCredentials();
      const { sub = '', iat = 0 } = decodeJwt(token);
      return {
        ...{ token, userId: sub },
        until: performance.now() + Math.max(0, seconds * 1_000 - SPARE_MS),
        aheadSeconds: iat - Math.floor(this.now() / 1_000),
      };
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
