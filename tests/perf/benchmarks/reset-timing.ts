import { requestReset, signUp, countLoginAttempt } from '@earworm/contracts';
import { ownPostgres } from '@earworm/game/testing';
import { runIdentity } from '@earworm/identity/testing';
import { startMailServer } from '@earworm/service-kit/testing';
import type { Benchmark } from '../benchmark.js';
import { interleave } from '../interleaved-runs.js';

const TURNS = 12;

/** A password reset must not tell by time whether an e-mail address has an account, whatever the mail server does. */
export const benchmark: Benchmark = {
  what: 'a reset for an address with an account and one without, by a mail server that accepts mail and one that refuses it, best of 12 each',
  async run() {
    const [postgres, mail] = [await ownPostgres(), await startMailServer()];
    const identity = await runIdentity({
      ...{ DATABASE_URL: postgres.url, SMTP_URL: mail.url, PUBLIC_URL: 'https://quiz.example.org' },
    });
    try {
      identity.bus.serve(countLoginAttempt, () => ({ wait: 0 }));
      await identity.call(signUp, { displayName: 'Ada', email: 'known@example.org', password: 'secret1' });
      const took = async (email: string) => {
        const startedAt = performance.now();
        await identity.call(requestReset, { email, baseUrl: 'http://localhost' });
        return [performance.now() - startedAt];
      };
      const bestOf = async () => {
        const { small, large } = await interleave(
          TURNS,
          () => took('known@example.org'),
          () => took('unknown@example.org'),
        );
        return [Math.min(...small), Math.min(...large)] as const;
      };
      const [knownMs, unknownMs] = await bestOf();
      mail.refusal = 'RCPT';
      const [knownRefusedMs, unknownRefusedMs] = await bestOf();
      const ratios = [knownMs / unknownMs, knownRefusedMs / unknownRefusedMs].flatMap((ratio) => [ratio, 1 / ratio]);
      return {
        ratio: Math.max(...ratios),
        target: 2.5,
        reference: 'the other of the two',
        figures: { knownMs, unknownMs, knownRefusedMs, unknownRefusedMs },
      };
    } finally {
      await identity.stop();
      await mail.close();
      await postgres.remove();
    }
  },
};
