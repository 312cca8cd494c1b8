import { createHttp } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import type { TokenHolder } from './keycloak.js';
import { fromReply, keepTokens, type KeptTokens, readTokens, type User, userOf } from './tokens.js';

/** A token that ends sooner than this is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;

const isValidFor = (tokens: KeptTokens | null, ms: number) => tokens !== null && tokens.expiresAt - Date.now() > ms;

const { call } = createHttp({ baseUrl: '' });

interface Listener {
  /** Null: signed out. */
  changed(user: User | null): void;
  /** The server could not be asked whether the tokens are still valid. */
  unreachable(): void;
}

/** The tokens of the signed-in user, renewed before they expire and shared with other tabs. */
export class AccessTokens {
  #tokens: KeptTokens | null = readTokens();
  #holder: TokenHolder | null = null;
  #renewing: Promise<string> | null = null;
  #exchange: Promise<unknown> | null = null;

  constructor(private readonly listener: Listener) {}

  get user(): User | null {
    return this.#tokens && userOf(this.#tokens.access);
  }

  get refreshToken(): string | null {
    return this.#tokens?.refresh ?? null;
  }

  get haveExpired(): boolean {
    return this.#tokens !== null && !isValidFor(this.#tokens, 0);
  }

  use(next: KeptTokens | null): void {
    this.#holder = null;
    this.#take(next);
  }

  reload(): void {
    this.#holder = null;
    this.#tokens = readTokens();
  }

  async get(atLeastMs = RENEW_BEFORE_MS): Promise<string> {
    if (!this.#tokens) throw new RefusedError('unauthenticated');
    return isValidFor(this.#tokens, atLeastMs) ? this.#tokens.access : this.renewNow();
  }

  renewNow(): Promise<string> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** Asks the server whether the session still exists, and ends it here if not. */
  async verify(): Promise<void> {
    if (this.#tokens) await this.#refreshByServer(this.#tokens).catch(() => undefined);
  }

  /** Runs a sign-in that ends the tokens in use: their renewal waits for it before it gives up. */
  async exchange(signIn: () => Promise<void>): Promise<void> {
    await (this.#exchange = signIn()).finally(() => (this.#exchange = null));
  }

  #take(next: KeptTokens | null, keep = true): void {
    this.#tokens = next;
    if (keep) keepTokens(next);
    this.listener.changed(this.user);
  }

  /** Another tab may have renewed the tokens: using the old refresh token again would look like theft. */
  #takeFromOtherTab(used: KeptTokens): string | null {
    const kept = readTokens();
    if (!kept || kept.refresh === used.refresh) return null;
    this.#holder = null;
    this.#take(kept, false);
    return kept.access;
  }

  async #renew(): Promise<string> {
    const used = this.#tokens;
    if (!used) throw new RefusedError('unauthenticated');
    const shared = this.#takeFromOtherTab(used);
    if (shared !== null && isValidFor(this.#tokens, RENEW_BEFORE_MS)) return shared;
    const keycloak = this.#holder ? null : await import('./keycloak.js').catch(() => null);
    if (keycloak) this.#holder ??= keycloak.holdTokens(this.#tokens ?? used);
    // Browsers do not request a chunk again that failed to load; the server renews tokens without it.
    if (!this.#holder) return this.#refreshByServer(used);
    try {
      const next = await this.#holder.refresh();
      if (next) {
        this.#take(next);
        return next.access;
      }
    } catch {
      this.listener.unreachable();
      if (isValidFor(used, 0)) return used.access;
      throw new RefusedError('retry');
    }
    this.#holder = null;
    const renewed = this.#takeFromOtherTab(used);
    return renewed !== null && !this.haveExpired ? renewed : this.#refreshByServer(used);
  }

  /** Only the identity service's own refusal ends a session: a 400 may also come from a proxy or an origin rule. */
  async #refreshByServer(used: KeptTokens): Promise<string> {
    try {
      const next = fromReply(await call('refresh', { body: { refreshToken: used.refresh } }));
      this.#take(next);
      return next.access;
    } catch (error) {
      const isOver = error instanceof RefusedError && error.code === 'token-expired';
      if (!isOver) {
        this.listener.unreachable();
        throw new RefusedError('retry');
      }
      await this.#exchange?.catch(() => undefined);
      const renewed = this.#takeFromOtherTab(used);
      if (renewed !== null && !this.haveExpired) return renewed;
      this.#take(null);
      throw error;
    }
  }
}
