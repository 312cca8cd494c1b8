import { z } from 'zod';
import type { PublicKey } from '../../tokens/secrets.js';
import { KeycloakMisconfigured } from './keycloak-errors.js';
import { type KeycloakHttp, refusalIn } from './keycloak-http.js';

const Discovery = z.object({ issuer: z.url(), authorization_endpoint: z.url() });
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })) });

/** Keys are asked for again after this: gateways ask when they meet a token of a key that they do not know. */
const KEYS_FOR_MS = 5_000;

/** What a realm publishes of itself. */
export class RealmFacts {
  #keys: { readonly keys: PublicKey[]; readonly at: number } | null = null;
  #asking: Promise<PublicKey[]> | null = null;
  #issuer = '';
  #authorization = '';

  constructor(private readonly http: KeycloakHttp) {}

  /** As it stands in tokens. */
  get issuer(): string {
    return this.#issuer;
  }

  /** As browsers reach them, which may be another address than this service's. */
  get endpoints() {
    return { authorization: this.#authorization, token: `${this.#issuer}/protocol/openid-connect/token` };
  }

  async read(): Promise<void> {
    const answer = await this.http.ofRealm('/.well-known/openid-configuration');
    if (answer.status === 404) throw new KeycloakMisconfigured('it has no realm of the name in KEYCLOAK_REALM');
    const found = Discovery.safeParse(answer.body);
    if (answer.status !== 200 || !found.success)
      throw new KeycloakMisconfigured('there is no Keycloak at KEYCLOAK_URL, or its path is missing');
    this.#issuer = found.data.issuer;
    this.#authorization = found.data.authorization_endpoint;
    await this.keys();
  }

  /** The keys that sign tokens; those known last while Keycloak does not answer. */
  async keys(): Promise<PublicKey[]> {
    if (this.#keys !== null && performance.now() - this.#keys.at < KEYS_FOR_MS) return this.#keys.keys;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    const known = this.#keys?.keys;
    return known === undefined ? this.#asking : this.#asking.catch(() => known);
  }

  async #ask(): Promise<PublicKey[]> {
    const answer = await this.http.ofRealm('/protocol/openid-connect/certs');
    if (answer.status !== 200) throw refusalIn(answer, 'read the keys');
    const keys = Keys.parse(answer.body).keys.filter(({ use }) => use === undefined || use === 'sig');
    this.#keys = { keys, at: performance.now() };
    return keys;
  }
}
