import type { Tokens } from '@earworm/contracts';
import { PREFIX, readJson, remove, write } from '../storage/local.js';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  readonly roles: readonly string[];
}

export interface StoredTokens {
  readonly access: string;
  readonly refresh: string;
  readonly id?: string;
  /** By this browser's clock, which may be wrong: ms since the epoch. */
  readonly expiresAt: number;
}

const KEY = 'tokens';
/** As storage events name it. */
export const TOKENS_KEY = PREFIX + KEY;

/** Only without storage: with it, signing out in another tab signs out this one. */
let inMemory: StoredTokens | null = null;

export const readTokens = () => inMemory ?? readJson<StoredTokens>(KEY);

export function keepTokens(tokens: StoredTokens | null): void {
  if (tokens) write(KEY, JSON.stringify(tokens));
  else remove(KEY);
  const isStored = tokens === null || readJson<StoredTokens>(KEY)?.refresh === tokens.refresh;
  inMemory = isStored ? null : tokens;
}

export const fromReply = (reply: Tokens): StoredTokens => ({
  access: reply.access_token,
  refresh: reply.refresh_token,
  ...(reply.id_token ? { id: reply.id_token } : {}),
  expiresAt: Date.now() + reply.expires_in * 1000,
});

const PRODUCT_ROLES: readonly string[] = ['guest', 'registered', 'admin'];

interface Claims {
  sub?: string;
  name?: string;
  preferred_username?: string;
  email?: string;
  realm_access?: { roles?: string[] };
}

/** Unverified; null when unreadable. */
export function claimsOf(accessToken: string): (Claims & Readonly<Record<string, unknown>>) | null {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims & Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Null when unreadable. The server decides what a user may do. */
export function userOf(accessToken: string): User | null {
  const claims = claimsOf(accessToken);
  if (!claims?.sub) return null;
  const roles = claims.realm_access?.roles ?? [];
  const isGuest = roles.includes('guest');
  return {
    id: claims.sub,
    name: isGuest ? 'Guest' : (claims.name ?? claims.preferred_username ?? ''),
    isGuest,
    isAdmin: roles.includes('admin'),
    roles: roles.filter((role) => PRODUCT_ROLES.includes(role)),
  };
}

/** Only a hint for screens; the server decides by role. */
export const looksLikeAdmin = (email: string) => /^admin@|@(.+\.)?(admin|earworm)\.[a-z.]+$/i.test(email.trim());
