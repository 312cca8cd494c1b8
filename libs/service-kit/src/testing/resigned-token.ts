import { base64url, decodeJwt, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';

/** A valid token with other claims, signed again with its issuer's own key: wrong in nothing but these claims. */
export async function resignedToken(genuine: string, privateJwk: JWK, claims: JWTPayload): Promise<string> {
  const { alg = 'ES256', kid, typ } = decodeProtectedHeader(genuine);
  const key = await importJWK(privateJwk, alg);
  return new SignJWT({ ...decodeJwt(genuine), ...claims }).setProtectedHeader({ alg, kid, typ }).sign(key);
}

/** A valid token with other claims under its old signature. */
export function tamperedToken(genuine: string, claims: JWTPayload): string {
  const [header, , signature] = genuine.split('.');
  return [header, base64url.encode(JSON.stringify({ ...decodeJwt(genuine), ...claims })), signature].join('.');
}
