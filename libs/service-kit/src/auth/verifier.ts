import { createHash } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { keysFrom, type KeySource } from './keys.js';
import { principalOf, type Principal } from './principal.js';

export interface VerifierOptions {
  readonly keys: KeySource;
  readonly issuer: string;
  readonly audience: string;
}

export interface TokenVerifier {
  /**
   * Throws RefusedError `token-expired`, `unauthenticated` (anything else that is wrong with the token) or
   * `unavailable` (the keys cannot be had).
   */
  verify(token: string): Promise<Principal>;
  /**
   * Takes a token that has just come from its issuer over a connection that is trusted: its signature, the dearest part of
   * a first check, need not be looked at. Nothing that a client sends may be given here.
   */
  remember(token: string): void;
}

const CLOCK_TOLERANCE_S = 5;
/** Tokens remembered as good, a room that reconnects at once costs no signatures. */
const REMEMBERED = 10_000;
/** Longer than any token of ours; spares the parser what strangers send. */
const MAX_LENGTH = 8192;

export function createTokenVerifier({ keys, issuer, audience }: VerifierOptions): TokenVerifier {
  const find = keysFrom(keys);
  const good = new LRUCache<string, Principal>({ max: REMEMBERED });

  return {
    async verify(token) {
      if (token.length > MAX_LENGTH) throw new RefusedError('unauthenticated');
      const id = idOf(token);
      const known = good.get(id);
      if (known && known.expiresAt + CLOCK_TOLERANCE_S * 1000 > Date.now()) return known;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, find, {
          issuer,
          audience,
          algorithms: ['ES256', 'RS256'],
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['sub', 'exp'],
        });
        if (!isAccessToken(protectedHeader)) throw new RefusedError('unauthenticated');
        const principal = principalOf(payload);
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
        // Its sender is told what is wrong with it.
      }
    },
  };
}

const idOf = (token: string): string => createHash('sha256').update(token).digest('base64');

const isAccessToken = ({ typ }: { readonly typ?: string | undefined }): boolean =>
  ['jwt', 'at+jwt'].includes(String(typ).toLowerCase());

function refusalOf(error: unknown): 'token-expired' | 'unauthenticated' | 'unavailable' {
  if (error instanceof errors.JWTExpired) return 'token-expired';
  if (error instanceof errors.JWKSTimeout) return 'unavailable';
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return 'unauthenticated';
  if (error instanceof RefusedError) return error.code === 'unavailable' ? 'unavailable' : 'unauthenticated';
  return error instanceof Error && error.name === 'ZodError' ? 'unauthenticated' : 'unavailable';
}
