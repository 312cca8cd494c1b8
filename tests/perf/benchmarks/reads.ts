import { setTimeout as pause } from 'node:timers/promises';
import { readFor, readsOf } from '../../attack/classes/reads.js';
import { OtherGames } from '../../attack/other-games.js';
import { Target } from '../../attack/target.js';
import { startProduct } from '../../harness/product.js';
import type { Benchmark } from '../benchmark.js';

const SECONDS = 8;
/** As much slower may the moderators of other games be answered: this factor, or by so many ms. */
const FACTOR = 1.2;
const MORE_MS = 5;

export const benchmark: Benchmark = {
  what: 'moderators of six games while one guest reads on 50 connections, calm and attacked in turns of 8 s; two minutes',
  async run() {
    const product = await startProduct({ env: { TRUSTED_PROXIES: 'loopback' } });
    try {
      const target = new Target(product.url);
      const games = await OtherGames.open(target);
      try {
        const figures: Record<string, number> = {};
        let worst = 0;
        for (const { what, path } of await readsOf(target)) {
          games.takeP99();
          await pause(SECONDS * 1_000);
          const calm = games.takeP99();
          const statuses = await readFor(target, SECONDS, path);
          const attacked = games.takeP99();
          worst = Math.max(worst, attacked / Math.max(FACTOR * calm, calm + MORE_MS));
          const answered = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? 0 : count), 0);
          figures[`${what}: calmP99Ms`] = calm;
          figures[`${what}: p99Ms`] = attacked;
          figures[`${what}: answeredPerSecond`] = answered / SECONDS;
        }
        const reference = `${FACTOR} × calm, or ${MORE_MS} ms more`;
        return { ratio: worst, target: 1, reference, figures };
      } finally {
        await games.close();
      }
    } finally {
      await product.stop();
    }
  },
};
