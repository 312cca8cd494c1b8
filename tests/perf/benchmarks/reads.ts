import { setTimeout as pause } from 'node:timers/promises';
import { readApart, readsOf } from '../../attack/classes/reads.js';
import { OtherGames } from '../../attack/other-games.js';
import { Target } from '../../attack/target.js';
import { startProduct } from '../../harness/product.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { cpuMsOf } from '../../load/usage.js';
import type { Benchmark } from '../benchmark.js';

const SECONDS = 8;
/** As much slower may the moderators of other games be answered: this factor, or by so many ms. */
const FACTOR = 1.2;
const MORE_MS = 5;
/** What the reads may cost that are still answered, refusals included, with the database. */
const CORES = 0.1;

export const benchmark: Benchmark = {
  what: 'moderators of six games while one guest reads on 50 connections, calm and attacked in turns of 8 s; two minutes',
  async run() {
    const product = await startProduct({ env: { TRUSTED_PROXIES: 'loopback' } });
    try {
      await takeOwnCores(product.pid);
      const target = new Target(product.url);
      const cpuMs = () => cpuMsOf([{ name: 'product', pid: product.pid }]);
      const games = await OtherGames.open(target);
      try {
        const figures: Record<string, number> = {};
        let worst = 0;
        for (const { what, path } of await readsOf(target)) {
          games.takeP99();
          const cpuBefore = await cpuMs();
          await pause(SECONDS * 1_000);
          const calm = games.takeP99();
          const cpuCalm = (await cpuMs()) - cpuBefore;
          const statuses = await readApart({ url: target.url, seconds: SECONDS, path });
          const attacked = games.takeP99();
          const cpuOfReads = (await cpuMs()) - cpuBefore - 2 * cpuCalm;
          const cores = cpuOfReads / (SECONDS * 1_000);
          worst = Math.max(worst, attacked / Math.max(FACTOR * calm, calm + MORE_MS), cores / CORES);
          const answered = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? 0 : count), 0);
          figures[`${what}: calmP99Ms`] = calm;
          figures[`${what}: p99Ms`] = attacked;
          figures[`${what}: answeredPerSecond`] = answered / SECONDS;
          figures[`${what}: cores`] = cores;
          figures[`${what}: cpuMsPerAnswer`] = cpuOfReads / answered;
        }
        const reference = `${FACTOR} × calm or ${MORE_MS} ms more, and ${CORES} core`;
        return { ratio: worst, target: 1, reference, figures };
      } finally {
        await games.close();
      }
    } finally {
      await product.stop();
    }
  },
};
