import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import type { DataSource } from 'typeorm';
import { SigningSecret } from './signing-secret.entity.js';
import { INSERT_SECRET } from './tokens.sql.js';

export type PublicKey = { kty: string; kid?: string } & Record<string, unknown>;

export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
  readonly publicJwk: PublicKey;
  readonly privateKey: KeyObject;
  readonly publicKey: CryptoKey;
}

export const SECRETS = Symbol('secrets');

export interface Secrets {
  readonly key: SigningKey;
  readonly cookieKey: string;
  readonly deviceKey: string;
}

/** Generated at the first start and shared by all replicas. */
export async function openSecrets(db: DataSource): Promise<Secrets> {
  const privateJwk = await keep(db, 'signing-key', newSigningKey);
  const [cookie, device] = await Promise.all([keep(db, 'cookie-key', newSecret), keep(db, 'device-key', newSecret)]);
  return {
    key: await openKey(privateJwk),
    cookieKey: String(cookie['secret']),
    deviceKey: String(device['secret']),
  };
}

export const newSecret = async () => ({ secret: randomBytes(32).toString('base64url') });

export async function newSigningKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' };
}

/** Of a secret that is made once and shared by all replicas. */
export async function keep(db: DataSource, name: string, make: () => Promise<Record<string, unknown>>) {
  const rows = db.getRepository(SigningSecret);
  const found = await rows.findOneBy({ name });
  if (found) return found.value;
  // Of two replicas that start at once, the first row wins.
  const parameters = [name, JSON.stringify(await make())];
  await db.query(INSERT_SECRET, parameters);
  return (await rows.findOneByOrFail({ name })).value;
}

async function openKey(privateJwk: JWK): Promise<SigningKey> {
  const { d: _, ...publicJwk } = privateJwk;
  const publicKey = await importJWK(publicJwk, 'ES256');
  if (publicKey instanceof Uint8Array) throw new Error('the signing key is not an EC key');
  const { kid, kty } = privateJwk;
  if (!kid || !kty) throw new Error('the signing key has no id');
  // Around a key, `{ key, dsaEncoding }` would cost Node an exception that it catches, as long as the signature takes.
  const privateKey = Object.assign(createPrivateKey({ key: privateJwk, format: 'jwk' }), { dsaEncoding: 'ieee-p1363' });
  return { kid, privateJwk, publicJwk: { ...publicJwk, kty, kid }, privateKey, publicKey };
}

/**
 * A JWT (RFC 7519) signed with ES256 in this thread. Web Crypto, and so `jose`, would sign in another thread, which costs more
 * CPU than the signature: see docs/benchmarks/experiments.md, 82.
 */
export function signJwt({ kid, privateKey }: SigningKey, typ: string, claims: object): string {
  const signed = `${encoded({ alg: 'ES256', typ, kid })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
