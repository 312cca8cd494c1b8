import { setTimeout as pause } from 'node:timers/promises';
import { BackgroundGames } from '../../load/background-games.js';
import { withLayout } from '../../load/layout.js';
import type { Times } from '../../load/percentiles.js';
import { PlayerPool } from '../../load/player-pool.js';
import { withOptions } from '../benchmark.js';

const STEPS = [1, 10, 100, 500];
const MEASURED_MS = 10_000;
/** Buzzes a second of all others together, the same however many they are. */
const OTHERS_RATE = 10;

export const benchmark = withOptions({
  what: 'a buzz in one game beside 1, 10, 100 and 500 others',
  options: { rate: 20, players: 3 },
  run: ({ rate, players }) =>
    withLayout({}, async ({ urls }) => {
      const pools: PlayerPool[] = [];
      const beside = new Map<number, Times>();
      try {
        const game = await BackgroundGames.start(urls, 1, rate);
        let others = 0;
        for (const step of STEPS) {
          const pool = new PlayerPool({ urls, games: step - others, players, rate: OTHERS_RATE, seconds: 60 });
          pools.push(pool);
          await pool.open();
          others = step;
          const playing = pool.play(MEASURED_MS + 3_000);
          await pause(2_000);
          beside.set(step, await game.calm(MEASURED_MS));
          await playing;
        }
        await game.finish();
      } finally {
        for (const pool of pools) await pool.close();
      }
      const p50 = (count: number) => beside.get(count)?.p50 ?? NaN;
      const figures = Object.fromEntries(
        [...beside].flatMap(([count, times]) => [
          [`p50MsBeside${count}`, times.p50],
          [`p99MsBeside${count}`, times.p99],
        ]),
      );
      const ratio = Math.max(p50(10), p50(100), p50(500)) / p50(1);
      return { ratio, target: 1.2, reference: 'the same beside one other game', figures };
    }),
});
