import { sign } from 'node:crypto';
import type { SigningKey } from './secrets.js';

/**
 * A JWT (RFC 7519) signed with ES256 in this thread. Web Crypto, and so `jose`, would sign in another thread, which costs more
 * CPU than the signature: see decision 82.
 */
export function signJwt({ kid, privateKey: key }: SigningKey, typ: string, claims: object): string {
  const signed = `${encoded({ alg: 'ES256', typ, kid })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
