/** The tokens of the signed-in user, renewed before they expire and shared with other tabs. */
import { createHttp } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import type { TokenHolder } from './keycloak.js';
import { fromReply, keepTokens, type StoredTokens, readTokens, type User, userOf } from './tokens.js';

/** A token that ends sooner than this is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;

interface Listener {
  /** Null: signed out. */
  changed(user: User | null): void;
  /** The server could not be asked whether the tokens are still valid. */
  unreachable(): void;
}

const { call } = createHttp({ baseUrl: '' });

let tokens = readTokens();
let holder: TokenHolder | null = null;
let renewing: Promise<string> | null = null;
let exchanging: Promise<unknown> | null = null;
let listener: Listener | undefined;

const isValidFor = (held: StoredTokens | null, ms: number) => held !== null && held.expiresAt - Date.now() > ms;

export const listenToTokens = (next: Listener): void => void (listener = next);
export const tokenUser = (): User | null => tokens && userOf(tokens.access);
export const refreshToken = (): string | null => tokens && tokens.refresh;
export const haveTokensExpired = (): boolean => tokens !== null && !isValidFor(tokens, 0);

export function adoptTokens(next: StoredTokens | null): void {
  holder = null;
  take(next);
}

/** Another tab has changed the kept tokens. */
export function reloadTokens(): void {
  holder = null;
  tokens = readTokens();
}

export async function validToken(atLeastMs = RENEW_BEFORE_MS): Promise<string> {
  if (!tokens) throw new RefusedError('unauthenticated');
  return isValidFor(tokens, atLeastMs) ? tokens.access : renewNow();
}

export const renewNow = (): Promise<string> => (renewing ??= renew().finally(() => (renewing = null)));

/** Asks the server whether the session still exists, and ends it here if not. */
export async function verifyTokens(): Promise<void> {
  if (tokens) await refreshByServer(tokens).catch(() => undefined);
}

/** Runs a sign-in that ends the tokens in use: their renewal waits for it before it gives up. */
export const exchangeTokens = (signIn: () => Promise<void>): Promise<unknown> =>
  (exchanging = signIn()).finally(() => (exchanging = null));

function take(next: StoredTokens | null, keep = true): void {
  tokens = next;
  if (keep) keepTokens(next);
  listener?.changed(tokenUser());
}

/** Another tab may have renewed the tokens: using the old refresh token again would look like theft. */
function takeFromOtherTab(used: StoredTokens): string | null {
  const stored = readTokens();
  if (!stored || stored.refresh === used.refresh) return null;
  holder = null;
  take(stored, false);
  return stored.access;
}

async function renew(): Promise<string> {
  const used = tokens;
  if (!used) throw new RefusedError('unauthenticated');
  const shared = takeFromOtherTab(used);
  if (shared !== null && isValidFor(tokens, RENEW_BEFORE_MS)) return shared;
  const keycloak = holder ? null : await import('./keycloak.js').catch(() => null);
  if (keycloak) holder ??= keycloak.holdTokens(tokens ?? used);
  // Browsers do not request a chunk again that failed to load; the server renews tokens without it.
  if (!holder) return refreshByServer(used);
  try {
    const next = await holder.refresh();
    if (next) {
      take(next);
      return next.access;
    }
  } catch {
    listener?.unreachable();
    if (isValidFor(used, 0)) return used.access;
    throw new RefusedError('retry');
  }
  holder = null;
  const renewed = takeFromOtherTab(used);
  return renewed !== null && !haveTokensExpired() ? renewed : refreshByServer(used);
}

/** Only the identity service's own refusal ends a session: a 400 may also come from a proxy or an origin rule. */
async function refreshByServer(used: StoredTokens): Promise<string> {
  try {
    const next = fromReply(await call('refresh', { body: { refreshToken: used.refresh } }));
    take(next);
    return next.access;
  } catch (error) {
    const isOver = error instanceof RefusedError && error.code === 'token-expired';
    if (!isOver) {
      listener?.unreachable();
      throw new RefusedError('retry');
    }
    await exchanging?.catch(() => undefined);
    const renewed = takeFromOtherTab(used);
    if (renewed !== null && !haveTokensExpired()) return renewed;
    take(null);
    throw error;
  }
}
