import { codesOf, describeTlsError } from '@earworm/service-kit/tls-failure';
import { z } from 'zod';
import { isObject, type Json } from './difference.js';

export class RealmError extends Error {
  override readonly name = 'RealmError';
}

/** The administrator's name or secret is wrong. */
class RefusedSignIn extends RealmError {}

type AdminCredentials =
  | { readonly username: string; readonly password: string }
  | { readonly clientId: string; readonly clientSecret: string };

export interface AdminApiOptions {
  readonly url: string;
  readonly adminRealm: string;
  readonly credentials: AdminCredentials;
}

const TIMEOUT_MS = 60_000;
/** A token is replaced so long before it expires. */
const SPARE_MS = 10_000;

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

interface Answer {
  readonly status: number;
  readonly body: Json | undefined;
}

export class AdminApi {
  readonly #base: string;
  #token: { readonly text: string; readonly until: number } | null = null;

  constructor(private readonly options: AdminApiOptions) {
    this.#base = options.url.replace(/\/+$/, '');
  }

  /** Undefined for a 404. `path`: below `/admin/realms`. */
  async get<T>(path: string, schema: z.ZodType<T> = z.any()): Promise<T | undefined> {
    const { status, body } = await this.#request('GET', path);
    return status === 404 ? undefined : schema.parse(body);
  }

  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Json): Promise<void> {
    const { status } = await this.#request(method, path, body);
    if (status === 404) throw new RealmError(`Keycloak has nothing at ${path}, which has just been there.`);
  }

  /** Whether Keycloak accepts the administrator. */
  async isAccepted(): Promise<boolean> {
    try {
      await this.#accessToken();
      return true;
    } catch (error) {
      if (error instanceof RefusedSignIn) return false;
      throw error;
    }
  }

  /** For the rights in a realm that was just created. */
  renewToken(): void {
    this.#token = null;
  }

  async #request(method: string, path: string, body?: Json): Promise<Answer> {
    const answer = await this.#fetch(`/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.#accessToken()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { status } = answer;
    if (status === 403)
      throw new RealmError(
        `${capital(this.#who)} may not ${method} ${path || '/'} at Keycloak: give it the right to manage the realm.`,
      );
    if (status >= 400 && status !== 404)
      throw new RealmError(`Keycloak refused ${method} ${path || '/'} with ${status}: ${reasonIn(answer)}`);
    return answer;
  }

  async #accessToken(): Promise<string> {
    if (this.#token !== null && performance.now() < this.#token.until) return this.#token.text;
    const { adminRealm, credentials } = this.options;
    const form: Record<string, string> =
      'username' in credentials
        ? { grant_type: 'password', client_id: 'admin-cli', ...credentials }
        : {
            grant_type: 'client_credentials',
            client_id: credentials.clientId,
            client_secret: credentials.clientSecret,
          };
    const answer = await this.#fetch(`/realms/${encodeURIComponent(adminRealm)}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    if (answer.status === 404 && /realm/i.test(reasonIn(answer)))
      throw new RealmError(`Keycloak has no realm "${adminRealm}" for its administrators: check KEYCLOAK_ADMIN_REALM.`);
    if (answer.status === 400 || answer.status === 401)
      throw new RefusedSignIn(`Keycloak does not accept ${this.#who} (${reasonIn(answer)}): check ${this.#variables}.`);
    const { success, data } = TokenAnswer.safeParse(answer.body);
    if (!success)
      throw new RealmError(
        `${this.#base} does not answer as Keycloak does (status ${answer.status}): KEYCLOAK_URL must be its base address.`,
      );
    this.#token = { text: data.access_token, until: performance.now() + data.expires_in * 1_000 - SPARE_MS };
    return data.access_token;
  }

  get #who(): string {
    const { credentials } = this.options;
    return 'username' in credentials
      ? `the administrator "${credentials.username}"`
      : `the client "${credentials.clientId}"`;
  }

  get #variables(): string {
    return 'username' in this.options.credentials
      ? 'KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD'
      : 'KEYCLOAK_ADMIN_CLIENT and KEYCLOAK_ADMIN_CLIENT_SECRET';
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(`${this.#base}${path}`, { ...init, signal, redirect: 'manual' });
      return { status: response.status, body: parsed(await response.text()) };
    } catch (error) {
      throw new RealmError(sentenceFor(error as Error, this.#base), { cause: error });
    }
  }
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function parsed(text: string): Json | undefined {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function reasonIn({ status, body }: Answer): string {
  const fields = isObject(body) ? body : {};
  const reason = fields['error_description'] ?? fields['errorMessage'] ?? fields['error'];
  return typeof reason === 'string' ? reason : `status ${status}`;
}

function sentenceFor(error: Error, base: string): string {
  const tls = describeTlsError(error);
  if (tls !== undefined) return `Keycloak cannot be reached at ${base}: ${tls}.`;
  if (error.name === 'TimeoutError') return `Keycloak at ${base} has not answered within ${TIMEOUT_MS / 1_000} s.`;
  return `Keycloak cannot be reached at ${base} (${codesOf(error)[0] ?? error.name}): check KEYCLOAK_URL.`;
}
