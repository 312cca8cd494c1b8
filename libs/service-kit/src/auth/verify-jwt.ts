import { RefusedError } from '@earworm/contracts';
import {
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  type ProtectedHeaderParameters,
} from 'jose';
import { KeyObject, verify, type webcrypto } from 'node:crypto';

interface JwtRules {
  readonly issuer: string;
  readonly audience: string;
  readonly clockToleranceS: number;
}

interface DecodedJwt {
  readonly header: ProtectedHeaderParameters;
  readonly claims: JWTPayload;
  readonly signature: string;
  readonly signed: string;
}

const ALGORITHMS: ReadonlySet<unknown> = new Set(['ES256', 'RS256']);
/** As `jose` demands. */
const RSA_BITS = 2_048;
const BASE64URL = /^[\w-]+$/;

/**
 * Verifies a JWT in the main thread (docs/benchmarks/experiments.md, 89). Throws RefusedError `unauthenticated` or
 * `token-expired`, and what `find` throws. `find` returns a key only for an algorithm that it is made for.
 */
export async function verifyJwt(
  token: string,
  find: JWTVerifyGetKey,
  rules: JwtRules,
): Promise<Pick<DecodedJwt, 'header' | 'claims'>> {
  const { header, claims, signature, signed } = decoded(token);
  // Nothing that `crit` may name is supported.
  if (!ALGORITHMS.has(header.alg) || header.crit !== undefined || !BASE64URL.test(signature))
    throw new RefusedError('unauthenticated');
  const [encoded = '', payload = ''] = signed.split('.');
  const key = keyObjectOf(
    await find({ ...header, alg: header.alg as string }, { protected: encoded, payload, signature }),
  );
  const isSigned = verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new RefusedError('unauthenticated');
  checkClaims(claims, rules);
  return { header, claims };
}

function decoded(token: string): DecodedJwt {
  const end = token.lastIndexOf('.');
  try {
    const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
    return { header, claims, signed: token.slice(0, end), signature: token.slice(end + 1) };
  } catch {
    throw new RefusedError('unauthenticated');
  }
}

function checkClaims({ iss, aud, exp, nbf }: JWTPayload, { issuer, audience, clockToleranceS }: JwtRules): void {
  const now = Math.floor(Date.now() / 1_000);
  const isOurs = iss === issuer && [aud].flat().includes(audience);
  const isValidYet = nbf === undefined || (typeof nbf === 'number' && nbf <= now + clockToleranceS);
  if (!isOurs || !isValidYet || typeof exp !== 'number') throw new RefusedError('unauthenticated');
  if (exp <= now - clockToleranceS) throw new RefusedError('token-expired');
}

const keyObjects = new WeakMap<object, KeyObject>();

function keyObjectOf(found: Awaited<ReturnType<JWTVerifyGetKey>>): KeyObject {
  const known = keyObjects.get(found);
  if (known !== undefined) return known;
  const key = found instanceof KeyObject ? found : KeyObject.from(found as webcrypto.CryptoKey);
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  const isShort = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS;
  if (key.type !== 'public' || isShort) throw new RefusedError('unauthenticated');
  // Around a key, `{ key, dsaEncoding }` would cost Node an exception that it catches, a quarter of the verification.
  keyObjects.set(found, Object.assign(key, { dsaEncoding: 'ieee-p1363' }));
  return key;
}
