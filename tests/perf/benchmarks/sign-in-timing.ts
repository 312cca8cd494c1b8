import { RefusedError, signIn, signUp } from '@earworm/contracts';
import { ownPostgres } from '@earworm/game/testing';
import { runIdentity } from '@earworm/identity/testing';
import type { Benchmark } from '../benchmark.js';
import { interleave } from '../interleaved-runs.js';

const TURNS = 6;

/** Response times must not reveal whether an e-mail address has an account. */
export const benchmark: Benchmark = {
  what: 'refusing a sign-in with an unknown e-mail address and one with a wrong password, best of 6 each',
  async run() {
    const postgres = await ownPostgres();
    const identity = await runIdentity({ DATABASE_URL: postgres.url });
    try {
      const took = async (email: string) => {
        const startedAt = performance.now();
        const refused = await identity.call(signIn, { email, password: 'wrong-one' }).catch((error: unknown) => error);
        if (!(refused instanceof RefusedError && refused.code === 'invalid-credential')) throw refused;
        return [performance.now() - startedAt];
      };
      // Each account once: after wrong passwords the next try of one waits.
      for (let turn = 0; turn < TURNS; turn++) {
        const email = `known-${turn}@example.org`;
        await identity.call(signUp, { displayName: 'Ada', email, password: 'secret1' });
      }
      const times = await interleave(
        TURNS,
        (turn) => took(`known-${turn}@example.org`),
        (turn) => took(`unknown-${turn}@example.org`),
      );
      const figures = { wrongPasswordMs: Math.min(...times.small), unknownAddressMs: Math.min(...times.large) };
      const ratio = figures.unknownAddressMs / figures.wrongPasswordMs;
      return { ratio: Math.max(ratio, 1 / ratio), target: 2.5, reference: 'the other of the two', figures };
    } finally {
      await identity.stop();
      await postgres.remove();
    }
  },
};
