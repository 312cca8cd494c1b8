import { setTimeout as pause } from 'node:timers/promises';
import { PlayerPool } from './player-pool.js';
import { measure } from './measure.js';
import { Steady } from './steady.js';

const CALM_MS = 8_000;
/** Work deferred while the sockets reconnected is done by then. */
const SETTLED_MS = 1_000;

/**
 * Many sockets (`--games`, `--players`) are cut at once and reconnect, while other games (`--others`, of 20
 * players, `--rate` buzzes a second in all) play on: how long that takes, and what a buzz of the others takes
 * meanwhile, and in calm before and after it: a machine that is busy besides is so on both sides.
 */
await measure({ games: 100, players: 19, others: 10, rate: 200 }, async (urls, { games, players, others, rate }) => {
  const pool = new PlayerPool({ urls, games, players, rate: 1, seconds: 1 });
  try {
    const { sockets, seatedWithinMs } = await pool.open();
    const steady = await Steady.start(urls, others, rate);
    await pause(CALM_MS);
    const calm = steady.times;
    const { result: back, times: meanwhile } = await steady.during(() => pool.cut());
    await pause(SETTLED_MS);
    steady.mark();
    await pause(CALM_MS);
    const after = steady.times;
    return { sockets, seatedWithinMs, ...back, calm, meanwhile, after, ...(await steady.finish()) };
  } finally {
    await pool.close();
  }
});
