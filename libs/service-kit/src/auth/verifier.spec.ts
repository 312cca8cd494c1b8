import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RefusedError, signingKeys } from '@earworm/contracts';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInProcessBus } from '../bus/index.js';
import { createLog } from '../log/log.js';
import { forgedTokens } from '../testing/forged-tokens.js';
import { tamperedToken } from '../testing/resigned-token.js';
import { createTokenVerifier, type TokenVerifier } from './verifier.js';

/** All that fake timers replace but the date. */
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
  readonly shown: JWK;
  readonly alg: string;
}
async function makeKey(kid: string, alg: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { secret: privateKey, shown: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }, alg };
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
    .setProtectedHeader({ alg: key.alg, kid: key.shown.kid, typ })
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

describe('a token', () => {
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
      keys: { given: { keys: [es256.shown, rs256.shown, ps256.shown] } },
      issuer,
      audience,
    });
  });

  it('issued by the provider identifies its user', async () => {
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

  it('is accepted with either algorithm and either type', async () => {
    expect(await codeOf(verifier.verify(await sign(rs256)))).toBe('accepted');
    expect(await codeOf(verifier.verify(await sign(es256, { typ: 'at+jwt' })))).toBe('accepted');
  });

  it('of a guest without a name still has one, and belongs to the session that the guest is', async () => {
    const payload = { preferred_username: 'guest-7', realm_access: { roles: ['guest'] } };
    expect(await verifier.verify(await sign(es256, { payload }))).toMatchObject({
      name: 'guest-7',
      isGuest: true,
      session: 'user-1',
    });
  });

  it('is accepted up to five seconds after its end, and not later, also when it was known', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await codeOf(verifier.verify(await sign(es256, { exp: now - 2 })))).toBe('accepted');
    expect(await codeOf(verifier.verify(await sign(es256, { exp: now - 10 })))).toBe('token-expired');
    const ending = await sign(es256, { exp: now - 4 });
    expect(await codeOf(verifier.verify(ending))).toBe('accepted');
    jest.useFakeTimers({ now: Date.now() + 2_000, doNotFake: ALL_BUT_THE_DATE });
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
          .sign(Buffer.from(JSON.stringify(es256.shown))),
    ],
    ['whose claims are not ours', () => sign(es256, { payload: { realm_access: 'admin' } })],
    ['changed afterwards', async () => (await sign(es256)).replace(/^([^.]+)\.[^.]+/, '$1.eyJzdWIiOiJhZG1pbiJ9')],
    ['that is none', () => 'not-a-token'],
    ['longer than any of ours', () => 'x'.repeat(9000)],
  ])('%s is refused', async (_, make) => {
    expect(await codeOf(verifier.verify(await make()))).toBe('unauthenticated');
  });
});

describe('a token made of a genuine one without its key', () => {
  it('is refused, in whatever way it was made', async () => {
    const key = await makeKey('k1', 'ES256');
    const verifier = createTokenVerifier({ keys: { given: { keys: [key.shown] } }, issuer, audience });
    const genuine = await sign(key);
    const forged = await forgedTokens(genuine, key.shown);
    const codes = await Promise.all(forged.map(async ([how, token]) => [how, await codeOf(verifier.verify(token))]));
    expect(codes).toEqual(forged.map(([how]) => [how, 'unauthenticated']));
    expect(await codeOf(verifier.verify(genuine))).toBe('accepted');
  });
});

describe('the keys that tokens are checked with', () => {
  const log = createLog('spec', { level: 'silent' });
  afterEach(() => void jest.restoreAllMocks());

  it('come over the bus, are asked for once, and again when an unknown one turns up', async () => {
    const [first, second, forged] = await Promise.all([
      makeKey('k1', 'ES256'),
      makeKey('k2', 'ES256'),
      makeKey('x', 'ES256'),
    ]);
    const bus = createInProcessBus({ log });
    let asked = 0;
    let keys = [first.shown];
    const service = bus.serve(signingKeys, () => {
      asked += 1;
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
    expect(asked).toBe(1);

    keys = [first.shown, second.shown];
    expect(await codeOf(verifier.verify(await sign(second)))).toBe('unauthenticated');
    now += 50;
    expect(await codeOf(verifier.verify(await sign(second)))).toBe('accepted');
    expect(asked).toBe(2);

    for (let i = 0; i < 5; i++) expect(await codeOf(verifier.verify(await sign(forged)))).toBe('unauthenticated');
    expect(asked).toBe(2);

    service.unsubscribe();
    expect(await codeOf(verifier.verify(await sign(second, { payload: { jti: 'late' } })))).toBe('accepted');
  });

  it('are unavailable while the issuer does not answer', async () => {
    const verifier = createTokenVerifier({ keys: { bus: createInProcessBus({ log }) }, issuer, audience });
    expect(await codeOf(verifier.verify(await sign(await makeKey('k1', 'ES256'))))).toBe('unavailable');
  });

  it('come from a URL; a server that fails is not the token’s fault', async () => {
    const key = await makeKey('k1', 'ES256');
    let status = 500;
    const server = createServer((_, res) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key.shown] }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`;
    const verifier = createTokenVerifier({ keys: { url }, issuer, audience });
    const token = await sign(key);
    expect(await codeOf(verifier.verify(token))).toBe('unavailable');
    status = 200;
    expect(await codeOf(verifier.verify(token))).toBe('accepted');
    server.close();
  });

  it('are used once per token, however often its owner reconnects', async () => {
    const key = await makeKey('k1', 'ES256');
    const verifier = createTokenVerifier({ keys: { given: { keys: [key.shown] } }, issuer, audience });
    const token = await sign(key);
    expect(await verifier.verify(token)).toBe(await verifier.verify(token));
  });
});

describe('a token that has just come from its issuer', () => {
  const log = createLog('spec', { level: 'silent' });
  afterEach(() => void jest.useRealTimers());
  /** Nobody says what the keys are: a signature that is looked at is answered `unavailable`. */
  const withoutKeys = () => createTokenVerifier({ keys: { bus: createInProcessBus({ log }) }, issuer, audience });

  it('is accepted without verifying its signature, and identifies its user', async () => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'));
    expect(await codeOf(verifier.verify(token))).toBe('unavailable');
    verifier.remember(token);
    expect(await verifier.verify(token)).toMatchObject({ userId: 'user-1', isAdmin: true });
  });

  it('is no reason to accept another one with its signature', async () => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'));
    verifier.remember(token);
    expect(await codeOf(verifier.verify(tamperedToken(token, { sub: 'user-2' })))).toBe('unavailable');
  });

  it('counts no longer than it lives', async () => {
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
  ])('is checked like any other when it is one %s', async (_, parts) => {
    const verifier = withoutKeys();
    const token = await sign(await makeKey('k1', 'ES256'), parts);
    verifier.remember(token);
    expect(await codeOf(verifier.verify(token))).not.toBe('accepted');
  });
});
