import { hash } from 'node:crypto';
import { RefusedError, signingKeys } from '@earworm/contracts';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  createLocalJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Bus } from '../bus/port.js';
import { verifyJwt } from './verify-jwt.js';

export interface VerifierOptions {
  readonly keys: KeySource;
  readonly issuer: string;
  readonly audience: string;
}

export interface TokenVerifier {
  /** Throws RefusedError `token-expired`, `unavailable` (no keys) or `unauthenticated` (anything else). */
  verify(token: string): Promise<Principal>;
  /** Caches a token without verifying it: only for tokens received from the issuer, never from a client. */
  remember(token: string): void;
}

const CLOCK_TOLERANCE_S = 5;
/** Verified tokens kept, so that a mass reconnect verifies no signatures. */
const REMEMBERED = 10_000;
const MAX_LENGTH = 8192;

export function createTokenVerifier({ keys, issuer, audience }: VerifierOptions): TokenVerifier {
  const find = keysFrom(keys);
  const rules = { issuer, audience, clockToleranceS: CLOCK_TOLERANCE_S };
  const good = new LRUCache<string, Principal>({ max: REMEMBERED });

  return {
    async verify(token) {
      if (token.length > MAX_LENGTH) throw new RefusedError('unauthenticated');
      const id = idOf(token);
      const cached = good.get(id);
      if (cached && cached.expiresAt + CLOCK_TOLERANCE_S * 1000 > Date.now()) return cached;
      try {
        const { claims, header } = await verifyJwt(token, find, rules);
        if (!isAccessToken(header)) throw new RefusedError('unauthenticated');
        const principal = principalOf(claims);
        good.set(id, principal);
        return principal;
      } catch (error) {
        throw new RefusedError(refusalOf(error));
      }
    },
    remember(token) {
      if (token.length > MAX_LENGTH) return;
      try {
        const claims = decodeJwt(token);
        const isOurs = claims.iss === issuer && [claims.aud].flat().includes(audience) && claims.nbf === undefined;
        const principal = principalOf(claims);
        if (isOurs && isAccessToken(decodeProtectedHeader(token)) && principal.expiresAt > Date.now())
          good.set(idOf(token), principal);
      } catch {
        // Reported by `verify`.
      }
    },
  };
}

const idOf = (token: string): string => hash('sha256', token, 'base64');

const isAccessToken = ({ typ }: { readonly typ?: string | undefined }): boolean =>
  ['jwt', 'at+jwt'].includes(String(typ).toLowerCase());

function refusalOf(error: unknown): 'token-expired' | 'unauthenticated' | 'unavailable' {
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return 'unauthenticated';
  if (error instanceof RefusedError)
    return error.code === 'unavailable' || error.code === 'token-expired' ? error.code : 'unauthenticated';
  return error instanceof Error && error.name === 'ZodError' ? 'unauthenticated' : 'unavailable';
}

export interface Principal {
  readonly userId: string;
  readonly name: string;
  readonly email?: string;
  readonly roles: readonly string[];
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  /** Id of the sign-in session; null when the token has none. */
  readonly session: string | null;
  /** Unix time in milliseconds; 0 when the token has none. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const Claims = z.object({
  sub: z.string().min(1).max(128),
  exp: z.number(),
  iat: z.number().default(0),
  sid: z.string().min(1).max(128).optional(),
  name: z.string().max(256).optional(),
  preferred_username: z.string().max(256).optional(),
  email: z.string().max(254).optional(),
  realm_access: z.object({ roles: z.array(z.string().max(64)).max(100) }).default({ roles: [] }),
});

export function principalOf(payload: unknown): Principal {
  const claims = Claims.parse(payload);
  const roles = claims.realm_access.roles;
  const isGuest = roles.includes('guest');
  return {
    userId: claims.sub,
    name: claims.name ?? claims.preferred_username ?? claims.sub,
    email: claims.email,
    roles,
    isGuest,
    isAdmin: roles.includes('admin'),
    // Keycloak has no session id for guests; each guest is one session.
    session: isGuest ? claims.sub : (claims.sid ?? null),
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
  };
}

export type KeySource = { readonly bus: Bus; readonly cooldownMs?: number } | { readonly given: JSONWebKeySet };

/** At most one reload per cooldown for unknown key ids: forged tokens must not flood the issuer. */
const COOLDOWN_MS = 10_000;
const KEEP_MS = 10 * 60_000;

function keysFrom(source: KeySource): JWTVerifyGetKey {
  if ('given' in source) return createLocalJWKSet(source.given);
  return keysFromBus(source.bus, source.cooldownMs ?? COOLDOWN_MS);
}

function keysFromBus(bus: Bus, cooldownMs: number): JWTVerifyGetKey {
  let current: { find: JWTVerifyGetKey; at: number } | undefined;
  let asking: Promise<JWTVerifyGetKey> | undefined;

  const ask = (): Promise<JWTVerifyGetKey> =>
    (asking ??= bus
      .call(signingKeys, {}, { timeoutMs: 2000 })
      .then(({ keys }) => {
        const find = createLocalJWKSet({ keys });
        current = { find, at: performance.now() };
        return find;
      })
      .finally(() => (asking = undefined)));

  return async (header, token) => {
    const age = current ? performance.now() - current.at : Infinity;
    // Stale keys stay valid while the issuer is down: an identity outage ends no game.
    const find =
      current && age < KEEP_MS ? current.find : await ask().catch((error) => current?.find ?? Promise.reject(error));
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age < cooldownMs) throw error;
      return (await ask())(header, token);
    }
  };
}
