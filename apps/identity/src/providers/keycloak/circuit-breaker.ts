import { KeycloakUnavailable } from './keycloak-errors.js';

/** After a failure one request at a time finds out whether it is over, at most this often. */
const TRY_EVERY_MS = 1_000;

/** Fails at once while a server does not answer, so that nobody waits for a timeout that others are waiting for already. */
export class CircuitBreaker {
  #failure: { readonly error: KeycloakUnavailable; readonly tryAt: number } | null = null;
  #isTrying = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Null while the server answers. */
  get failure(): KeycloakUnavailable | null {
    return this.#failure?.error ?? null;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure === null) return this.#attempt(work);
    if (this.#isTrying || this.now() < this.#failure.tryAt) throw this.#failure.error;
    this.#isTrying = true;
    try {
      return await this.#attempt(work);
    } finally {
      this.#isTrying = false;
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#failure = null;
      return result;
    } catch (error) {
      if (error instanceof KeycloakUnavailable) this.#failure = { error, tryAt: this.now() + TRY_EVERY_MS };
      else this.#failure = null;
      throw error;
    }
  }
}
