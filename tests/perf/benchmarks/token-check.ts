import { createTokenVerifier, type TokenVerifier } from '@earworm/service-kit/auth';
import { signingKeys } from '@earworm/contracts';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Benchmark } from '../benchmark.js';

const ISSUER = 'http://earworm.localhost/realms/earworm';
const PEOPLE = 2_000;
const WARM_UP = 500;
/** Whoever joins shows a token to the route of the game, in the hello of the socket, and with the session of the page. */
const CHECKS_OF_A_JOIN = 3;
const MOST_US = 60;

async function microseconds(tokens: readonly string[], work: (token: string) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (const token of tokens) await work(token);
  return ((performance.now() - startedAt) * 1_000) / tokens.length;
}

export const benchmark: Benchmark = {
  what: 'the mean check of a token at the gateway that its owner signed in at, for somebody who joins a game',
  async run() {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', kty: 'EC' };
    const bus = createInProcessBus({ log: createLog('perf', { level: 'silent' }) });
    bus.serve(signingKeys, () => ({ issuer: ISSUER, audience: 'earworm', keys: [key] }));
    const newVerifier = () => createTokenVerifier({ keys: { bus }, issuer: ISSUER, audience: 'earworm' });
    const tokens = await Promise.all(
      Array.from({ length: PEOPLE + WARM_UP }, (_, number) =>
        new SignJWT({ realm_access: { roles: ['guest'] }, name: 'Guest', sid: `session-${number}` })
          .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
          .setSubject(`guest-${number}`)
          .setIssuer(ISSUER)
          .setAudience('earworm')
          .setIssuedAt()
          .setExpirationTime('6h')
          .sign(privateKey),
      ),
    );
    const [warmUp, people] = [tokens.slice(0, WARM_UP), tokens.slice(WARM_UP)];
    const join = async (verifier: TokenVerifier, token: string) => {
      verifier.remember(token);
      for (let check = 0; check < CHECKS_OF_A_JOIN; check++) await verifier.verify(token);
    };
    const [signedInHere, stranger] = [newVerifier(), newVerifier()];
    await microseconds(warmUp, async (token) => {
      await join(signedInHere, token);
      await stranger.verify(token);
    });
    const joinUs = (await microseconds(people, (token) => join(signedInHere, token))) / CHECKS_OF_A_JOIN;
    // At another gateway the first check looks at the signature, which is most of its time.
    const firstElsewhereUs = await microseconds(people, (token) => stranger.verify(token));
    const againUs = await microseconds(people, (token) => stranger.verify(token));
    await bus.drain();
    const figures = { joinUs, firstElsewhereUs, againUs };
    return { ratio: joinUs / MOST_US, target: 1, reference: `${MOST_US} µs`, figures };
  },
};
