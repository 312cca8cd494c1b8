import { setTimeout as pause } from 'node:timers/promises';
import { PlayerPool } from './player-pool.js';
import { measure } from './measure.js';
import { Steady } from './steady.js';

const CALM_MS = 8_000;
/** What was put off until the room was back is done by then. */
const SETTLED_MS = 1_000;
const PLAY_MS = 20_000;

/**
 * One room of `--players` comes in, plays (`--buzzes` a second), loses all its sockets at once and comes back, while
 * other games (`--others`, of 20 players, `--rate` buzzes a second in all) play on: what a buzz takes in the room, and
 * in the others meanwhile, and in calm before and after it: a machine that is busy besides is so on both sides.
 */
await measure(
  { players: 2_000, buzzes: 10, others: 20, rate: 100, parallelJoins: 200 },
  async (urls, { players, buzzes, others, rate, parallelJoins }) => {
    const steady = await Steady.start(urls, others, rate);
    await pause(CALM_MS);
    const calm = steady.times;
    const pool = new PlayerPool({ urls, games: 1, players, rate: buzzes, seconds: PLAY_MS / 1_000, parallelJoins });
    try {
      const joining = await steady.during(() => pool.open());
      const playing = await steady.during(() => pool.play(PLAY_MS));
      const reconnecting = await steady.during(() => pool.cut());
      await pause(SETTLED_MS);
      steady.mark();
      await pause(CALM_MS);
      const after = steady.times;
      return {
        ...joining.result,
        room: playing.result,
        ...reconnecting.result,
        others: { calm, joining: joining.times, playing: playing.times, reconnecting: reconnecting.times, after },
        ...(await steady.finish()),
      };
    } finally {
      await pool.close();
    }
  },
);
