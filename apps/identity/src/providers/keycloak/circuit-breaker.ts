import { KeycloakUnavailable } from './keycloak-errors.js';

/** After a failure one request at a time finds out whether it is over, at most this often. */
const TRY_EVERY_MS = 1_000;
/** Requests in a row that had no answer in time: one alone may have been slow by itself. */
const TIMEOUTS = 3;

/** Fails at once while a server does not answer, so that nobody waits for a timeout that others are waiting for already. */
export class CircuitBreaker {
  #failure: { readonly error: KeycloakUnavailable; readonly tryAt: number } | null = null;
  #isTrying = false;
  #timeouts = 0;

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
      this.#close();
      return result;
    } catch (error) {
      if (error instanceof KeycloakUnavailable) this.#fail(error);
      else this.#close();
      throw error;
    }
  }

  #close(): void {
    this.#failure = null;
    this.#timeouts = 0;
  }

  #fail(error: KeycloakUnavailable): void {
    if (error.isTimeout && ++this.#timeouts < TIMEOUTS && this.#failure === null) return;
    this.#failure = { error, tryAt: this.now() + TRY_EVERY_MS };
  }
}
