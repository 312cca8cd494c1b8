import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RefusedError, signingKeys } from '@earworm/contracts';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { createInProcessBus } from '../bus/index.js';
import { createLog } from '../log/log.js';
import { forgedTokens } from '../testing/forged-tokens.js';
import { tamperedToken } from '../testing/resigned-token.js';
import { createTokenVerifier, type TokenVerifier } from './verifier.js';

/** Everything that fake timers replace except the date. */
const ALL_BUT_THE_DATE = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const issuer = 'https://id.example.org/realms/earworm';
const audience = 'earworm';
const claims = { name: 'Ada', email: 'ada@example.org', realm_access: { roles: ['registered', 'admin'] } };
const soon = () => Math.floor(Date.now() / 1000) + 300;

interface Key {
  readonly secret: CryptoKey;
  readonly jwk: JWK;
  readonly alg: string;
}
async function makeKey(kid: string, alg: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { secret: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }, alg };
}
interface Parts {
  payload?: Record<string, unknown>;
  typ?: string;
  iss?: string;
  aud?: string;
  exp?: number;
}
function sign(key: Key, { payload = claims, typ = 'JWT', iss = issuer, aud = audience, exp = soon() }: Parts = {}) {
  return new SignJWT({ sub: 'user-1', ...payload })
    .setProtectedHeader({ alg: key.alg, kid: key.jwk.kid, typ })
    .setIssuer(iss)
    .setAudience(aud)
    .setExpirationTime(exp)
    .sign(key.secret);
}
const codeOf = (verifying: Promise<unknown>) =>
  verifying.then(
    () => 'accepted',
    (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
  );

describe('token verifier', () => {
  afterEach(() => void jest.useRealTimers());
  let es256: Key;
  let rs256: Key;
  let other: Key;
  let ps256: Key;
  let verifier: TokenVerifier;
  beforeAll(async () => {
    [es256, rs256, other, ps256] = await Promise.all([
      makeKey('k1', 'ES256'),
      makeKey('k2', 'RS256'),
      makeKey('k1', 'ES256'),
      makeKey('k3', 'PS256'),
    ]);
    verifier = createTokenVerifier({
      keys: { given: { keys: [es256.jwk, rs256.jwk, ps256.jwk] } },
      issuer,
      audience,
    });
  });

  it('identifies the user of a token issued by the provider', async () => {
    const exp = soon();
    const iat = exp - 60;
    expect(await verifier.verify(await sign(es256, { exp, payload: { ...claims, iat, sid: 'session-1' } }))).toEqual({
      issuedAt: iat * 1000,
      session: 'session-1',
      userId: 'user-1',
      name: 'Ada',
      email: 'ada@example.org',
      roles: ['registered', 'admin'],
      isGuest: false,
      isAdmin: true,
      expiresAt: exp * 1000,
    });
  });

  it('accepts tokens signed with RS256 as well as ES256, and typed at+jwt as well as JWT', async () => {
    expect(await codeOf(verifier.verify(await sign(rs256)))).toBe('accepted');
    expect(await codeOf(verifier.verify(await sign(es256, { typ: 'at+jwt' })))).toBe('accepted');
  });

  it('takes the username for a guest’s missing name and the user id for a missing session', async () => {
    const payload = { preferred_username: 'guest-7', realm_access: { roles: ['guest'] } };
    expect(await verifier.verify(await sign(es256, { payload }))).toMatchObject({
      name: 'guest-7',
      isGuest: true,
      session: 'user-1',
    });
  });

  it('accepts a token for five seconds after its expiry, and no longer, also from the cache', async () => {
    const now = Math.floor(Date.now() / 1000);
    jest.useFakeTimers({ now: now * 1000, doNotFake: ALL_BUT_THE_DATE });
    expect(await codeOf(verifier.verify(await sign(es256, { exp: now - 2 })))).toBe('accepted');
    expect(await codeOf(verifier.verify(await sign(es256, { exp: now - 10 })))).toBe('token-expired');
    const ending = await sign(es256, { exp: now - 4 });
    expect(await codeOf(verifier.verify(ending))).toBe('accepted');
    jest.setSystemTime((now + 2) * 1000);
    expect(await codeOf(verifier.verify(ending))).toBe('token-expired');
  });

  it.each<[string, () => Promise<string> | string]>([
    ['from another issuer', () => sign(es256, { iss: 'https://id.example.org/realms/other' })],
    ['for another audience', () => sign(es256, { aud: 'somebody-else' })],
    ['signed with another key under our key’s name', () => sign(other)],
    ['signed with an algorithm that is not ours', () => sign(ps256)],
    ['of another type', () => sign(es256, { typ: 'Refresh' })],
    ['without a signature', () => new UnsecuredJWT({ sub: 'user-1' }).setIssuer(issuer).setAudience(audience).encode()],
    [
      'signed with our public key as a secret',
      () =>
        new SignJWT({ sub: 'user-1' })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'JWT' })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('5m')
          .sign(Buffer.from(JSON.stringify(es256.jwk))),
    ],
    ['that does not count yet', () => sign(es256, { payload: { ...claims, nbf: soon() } })],
    ['with a character in its signature that base64url does not have', async () => `${await sign(es256)}!`],
    ['whose claims are not ours', () => sign(es256, { payload: { realm_access: 'admin' } })],
    [
      'changed after it was signed',
      async () => (await sign(es256)).replace(/^([^.]+)\.[^.]+/, '$1.eyJzdWIiOiJhZG1pbiJ9'),
    ],
    ['that is no JWT', () => 'not-a-token'],
    ['longer than any of ours', () => 'x'.repeat(9000)],
  ])('refuses a token %s', async (_, make) => {
    expect(await codeOf(verifier.verify(await make()))).toBe('unauthenticated');
  });
});

describe('token verifier with a short RSA key', () => {
  it('refuses a token signed with an RSA key of less than 2,048 bits', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256' } as JWK;
    const verifier = createTokenVerifier({ keys: { given: { keys: [jwk] } }, issuer, audience });
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const payload = { ...claims, sub: 'user-1', iss: issuer, aud: audience, exp: soon() };
    const signed = `${encoded({ alg: 'RS256', typ: 'JWT', kid: 'short' })}.${encoded(payload)}`;
    const signature = createSign('sha256').update(signed).sign(privateKey, 'base64url');
    expect(await codeOf(verifier.verify(`${signed}.${signature}`))).toBe('unauthenticated');
  });
});

describe('token verifier with forged tokens', () => {
  it('refuses every token forged from a valid one without its key', async () => {
    const key = await makeKey('k1', 'ES256');
    const verifier = createTokenVerifier({ keys: { given: { keys: [key.jwk] } }, issuer, audience });
    const genuine = await sign(key);
    const forged = await forgedTokens(genuine, key.jwk);
    const codes = await Promise.all(forged.map(async ([how, token]) => [how, await codeOf(verifier.verify(token))]));
    expect(codes).toEqual(forged.map(([how]) => [how, 'unauthenticated']));
    expect(await codeOf(verifier.verify(genuine))).toBe('accepted');
  });
});

describe('keys of the token verifier', () => {
  const log = createLog('spec', { level: 'silent' });
  afterEach(() => void jest.restoreAllMocks());

  it('requests the keys over the bus once, and again for an unknown key id', async () => {
    const [first, second, forged] = await Promise.all([
      makeKey('k1', 'ES256'),
      makeKey('k2', 'ES256'),
      makeKey('x', 'ES256'),
    ]);
    const bus = createInProcessBus({ log });
    let calls = 0;
    let keys = [first.jwk];
    const service = bus.serve(signingKeys, () => {
      calls += 1;
      return { issuer, audience, keys: keys.map((key) => ({ ...key, kty: key.kty as string })) };
    });
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const verifier = createTokenVerifier({ keys: { bus, cooldownMs: 50 }, issuer, audience });
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, i) => sign(first, { payload: { jti: String(i) } })),
    );
    expect(await Promise.all(tokens.map((token) => codeOf(verifier.verify(token))))).toEqual(
      tokens.map(() => 'accepted'),
    );
    expect(calls).toBe(1);

    keys = [first.jwk, second.jwk];
    expect(await codeOf(verifier.verify(await sign(second)))).toBe('unauthenticated');
    now += 50;
    expect(await codeOf(verifier.verify(await sign(second)))).toBe('accepted');
    expect(calls).toBe(2);

    for (let i = 0; i < 5; i++) expect(await codeOf(verifier.verify(await sign(forged)))).toBe('unauthenticated');
    expect(calls).toBe(2);

    service.unsubscribe();
    expect(await codeOf(verifier.verify(await sign(second, { payload: { jti: 'late' } })))).toBe('accepted');
  });

  it('answers unavailable while the issuer does not answer', async () => {
    const verifier = createTokenVerifier({ keys: { bus: createInProcessBus({ log }) }, issuer, audience });
    expect(await codeOf(verifier.verify(await sign(await makeKey('k1', 'ES256'))))).toBe('unavailable');
  });

  it('verifies each token once, however often its owner reconnects', async () => {
    const key = await makeKey('k1', 'ES256');
    const verifier = createTokenVerifier({ keys: { given: { keys: [key.jwk] } }, issuer, audience });
    const token = await sign(key);
    expect(await verifier.verify(token)).toBe(await verifier.verify(token));
  });
});

describe('token verifier with a token received from its issuer', () => {
  const log = createLog('spec', { level: 'silent' });
  afterEach(() => void jest.useRealTimers());
  /** No issuer reports keys, so verifying a signature answers `unavailable`. */
  const withoutKeys = () => createTokenVerifier({ keys: { bus: createInProcessBus({ log }) }, issuer, audience });

  it('accepts the token without verifying its signature, and identifies its user', async () => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'));
    expect(await codeOf(verifier.verify(token))).toBe('unavailable');
    verifier.remember(token);
    expect(await verifier.verify(token)).toMatchObject({ userId: 'user-1', isAdmin: true });
  });

  it('accepts no other token with the same signature', async () => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'));
    verifier.remember(token);
    expect(await codeOf(verifier.verify(tamperedToken(token, { sub: 'user-2' })))).toBe('unavailable');
  });

  it('accepts the token no longer than until its expiry', async () => {
    jest.useFakeTimers({ doNotFake: ALL_BUT_THE_DATE });
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'));
    verifier.remember(token);
    jest.setSystemTime(Date.now() + 306_000);
    expect(await codeOf(verifier.verify(token))).not.toBe('accepted');
  });

  it.each<[string, Parts]>([
    ['of another issuer', { iss: 'https://elsewhere.example.org/realms/earworm' }],
    ['for another audience', { aud: 'account' }],
    ['that is a refresh token', { typ: 'refresh+jwt' }],
    ['that has run out', { exp: 1_000_000 }],
    ['that does not count yet', { payload: { ...claims, nbf: soon() } }],
    ['without a user', { payload: { ...claims, sub: '' } }],
  ])('remembers no token %s', async (_, parts) => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'), parts);
    verifier.remember(token);
    expect(await codeOf(verifier.verify(token))).not.toBe('accepted');
  });
});
