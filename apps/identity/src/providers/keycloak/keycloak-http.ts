import { CircuitBreaker } from '@earworm/service-kit/resilience';
import { KeycloakRefused, KeycloakUnavailable, unavailableBecause } from './keycloak-errors.js';

export interface KeycloakAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: unknown;
}

export interface KeycloakRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly token?: string;
}

/** Of a proxy while Keycloak is down or starting, or of Keycloak while it stops. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Requests to one Keycloak, behind a circuit breaker. Throws KeycloakUnavailable without an answer. */
export class KeycloakHttp {
  readonly #breaker = new CircuitBreaker({
    isFailure: (error) => error instanceof KeycloakUnavailable,
    opensAfter: ({ isTimeout }) => (isTimeout ? 3 : 1),
  });
  readonly #base: string;

  constructor(
    url: string,
    readonly realm: string,
    private readonly timeoutMs: number,
  ) {
    this.#base = url.replace(/\/+$/, '');
  }

  ofRealm(path: string, request: KeycloakRequest = {}): Promise<KeycloakAnswer> {
    return this.#send(`${this.#base}/realms/${encodeURIComponent(this.realm)}${path}`, request);
  }

  ofAdmin(path: string, request: KeycloakRequest = {}): Promise<KeycloakAnswer> {
    return this.#send(`${this.#base}/admin/realms/${encodeURIComponent(this.realm)}${path}`, request);
  }

  #send(url: string, { method = 'GET', form, json, token }: KeycloakRequest): Promise<KeycloakAnswer> {
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      accept: 'application/json',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    return this.#breaker.run(async () => {
      const { answer, text } = await fetchText(url, { method, headers, body }, this.timeoutMs);
      if (UNAVAILABLE.has(answer.status)) throw new KeycloakUnavailable(`it answers ${answer.status}`);
      return { status: answer.status, location: answer.headers.get('location'), body: parsed(text) };
    });
  }
}

async function fetchText(url: string, init: RequestInit, timeoutMs: number) {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { answer, text: await answer.text() };
  } catch (error) {
    throw unavailableBecause(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From an unexpected answer. OAuth routes and admin routes have different fields. */
export function refusalIn({ status, body }: KeycloakAnswer, operation: string): KeycloakRefused {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return new KeycloakRefused(status, text('error') || text('errorMessage'), text('error_description'), operation);
}
