import { z } from 'zod';
import type { PublicKey } from '../../tokens/secrets.js';
import { KeycloakMisconfigured } from './keycloak-errors.js';
import { type KeycloakHttp, refusalIn } from './keycloak-http.js';

const Discovery = z.object({ issuer: z.url(), authorization_endpoint: z.url() });
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional() })) });

/** Bounds the requests of gateways that meet a token with an unknown key. */
const KEYS_FOR_MS = 5_000;

export class RealmMetadata {
  #keys: { readonly keys: PublicKey[]; readonly at: number } | null = null;
  #reading: Promise<PublicKey[]> | null = null;
  #issuer = '';
  #authorization = '';

  constructor(private readonly http: KeycloakHttp) {}

  get issuer(): string {
    return this.#issuer;
  }

  /** As browsers reach them, perhaps at another address than this service. */
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

  async keys(): Promise<PublicKey[]> {
    const cached = this.#keys;
    if (cached !== null && performance.now() - cached.at < KEYS_FOR_MS) return cached.keys;
    this.#reading ??= this.#readKeys().finally(() => (this.#reading = null));
    return cached === null ? this.#reading : this.#reading.catch(() => cached.keys);
  }

  async #readKeys(): Promise<PublicKey[]> {
    const answer = await this.http.ofRealm('/protocol/openid-connect/certs');
    if (answer.status !== 200) throw refusalIn(answer, 'read the keys');
    const keys = Keys.parse(answer.body).keys.filter(({ use }) => use === undefined || use === 'sig');
    this.#keys = { keys, at: performance.now() };
    return keys;
  }
}
