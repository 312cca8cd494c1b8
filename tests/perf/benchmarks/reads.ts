import { setTimeout as pause } from 'node:timers/promises';
import { readsOf, startReader } from '../../attack/classes/reads.js';
import { OtherGames } from '../../attack/other-games.js';
import { Target } from '../../attack/target.js';
import { startProduct } from '../../harness/product.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { cpuMsOf } from '../../load/usage.js';
import type { Benchmark } from '../benchmark.js';
import { mediansOf } from '../interleaved-runs.js';

const SECONDS = 8;
const TURNS = 3;
/** As much slower may the moderators of other games be answered: this factor, or by so many ms. */
const FACTOR = 1.2;
const MORE_MS = 5;
/** What the reads may cost that are still answered, refusals included, with the database. */
const CORES = 0.1;

export const benchmark: Benchmark = {
  what: `moderators of six games while one guest reads on 50 connections, calm and attacked in turns of ${SECONDS} s, medians of ${TURNS}; five minutes`,
  async run() {
    const product = await startProduct({ env: { TRUSTED_PROXIES: 'loopback' } });
    try {
      await takeOwnCores(product.pid);
      const target = new Target(product.url);
      const games = await OtherGames.open(target);
      const reader = await startReader();
      /** The product's cores and the moderators' times meanwhile. */
      const during = async <T>(work: Promise<T>) => {
        games.takeP99();
        const [from, cpuFrom] = [performance.now(), await cpuMsOf([{ name: 'product', pid: product.pid }])];
        const result = await work;
        const p99Ms = games.takeP99();
        const cpuMs = (await cpuMsOf([{ name: 'product', pid: product.pid }])) - cpuFrom;
        return { result, p99Ms, cores: cpuMs / (performance.now() - from) };
      };
      const turn = async (path: string) => {
        const calm = await during(pause(SECONDS * 1_000));
        const attacked = await during(reader.run({ url: target.url, seconds: SECONDS, path }));
        const statuses = [...attacked.result];
        const count = (isRefusal: boolean) =>
          statuses.reduce((sum, [status, times]) => sum + ((status === 429) === isRefusal ? times : 0), 0) / SECONDS;
        return {
          ...{ calmP99Ms: calm.p99Ms, p99Ms: attacked.p99Ms, cores: attacked.cores - calm.cores },
          ...{ answeredPerSecond: count(false), refusedPerSecond: count(true) },
        };
      };
      try {
        const figures: Record<string, number> = {};
        let worst = 0;
        for (const { what, path } of await readsOf(target)) {
          const turns = [];
          for (let n = 0; n < TURNS; n++) turns.push(await turn(path));
          const found = mediansOf(turns);
          const most = Math.max(FACTOR * found.calmP99Ms, found.calmP99Ms + MORE_MS);
          worst = Math.max(worst, found.p99Ms / most, found.cores / CORES);
          for (const [name, value] of Object.entries(found)) figures[`${what}: ${name}`] = value;
        }
        const reference = `${FACTOR} × calm or ${MORE_MS} ms more, and ${CORES} core`;
        return { ratio: worst, target: 1, reference, figures };
      } finally {
        reader.end();
        await games.close();
      }
    } finally {
      await product.stop();
    }
  },
};
