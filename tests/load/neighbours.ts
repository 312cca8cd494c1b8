import { setTimeout as pause } from 'node:timers/promises';
import { PlayerPool } from './player-pool.js';
import { measure } from './measure.js';
import { Steady } from './steady.js';

const STEPS = [1, 10, 100, 500];
const MEASURED_MS = 10_000;
/** Buzzes of all others together, the same however many they are. */
const THEIR_RATE = 10;

/** The same game, `--rate` buzzes a second, beside 1, 10, 100 and 500 others (`--players` each): what a buzz takes. */
await measure({ rate: 20, players: 3 }, async (urls, { rate, players }) => {
  const pools: PlayerPool[] = [];
  const beside: Record<string, unknown> = {};
  try {
    const steady = await Steady.start(urls, 1, rate);
    let others = 0;
    for (const step of STEPS) {
      const pool = new PlayerPool({ urls, games: step - others, players, rate: THEIR_RATE, seconds: 60 });
      pools.push(pool);
      await pool.open();
      others = step;
      const playing = pool.play(MEASURED_MS + 3_000);
      await pause(2_000);
      steady.mark();
      await pause(MEASURED_MS);
      beside[step] = steady.times;
      await playing;
    }
    return { beside, ...(await steady.finish()) };
  } finally {
    for (const pool of pools) await pool.close();
  }
});
