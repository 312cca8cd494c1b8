import { setTimeout as pause } from 'node:timers/promises';
import { BackgroundGames } from '../../load/background-games.js';
import { withLayout } from '../../load/layout.js';
import { PlayerPool } from '../../load/player-pool.js';
import { withOptions } from '../benchmark.js';

const PLAY_MS = 20_000;

export const benchmark = withOptions({
  what: 'How long buzzes of small games take while one game of 700 people joins, plays and reconnects.',
  options: { players: 699, buzzes: 10, others: 10, rate: 100, parallelJoins: 200 },
  run: ({ players, buzzes, others: games, rate, parallelJoins }) =>
    withLayout({}, async ({ urls }) => {
      const background = await BackgroundGames.start(urls, games, rate);
      const before = await background.calm();
      const pool = new PlayerPool({ urls, games: 1, players, rate: buzzes, seconds: PLAY_MS / 1_000, parallelJoins });
      try {
        const { result: joined, times: joining } = await background.during(() => pool.open());
        const { result: room, times: playing } = await background.during(() => pool.play(PLAY_MS));
        const { result: back, times: reconnecting } = await background.during(() => pool.cut());
        await pause(1_000);
        const after = await background.calm();
        await background.finish();
        const { sockets, seatedWithinMs } = joined;
        if (!back.isBack || back.resumes !== sockets || room.unseen + room.stuck > 0)
          throw new Error(`not every client resumed and received everything: ${JSON.stringify({ back, room })}`);
        const calmP50Ms = Math.max(before.p50, after.p50);
        const parts = {
          p50Ratio: Math.max(joining.p50, playing.p50, reconnecting.p50) / (100 + calmP50Ms),
          // No game waits until all players have joined, or for the large game.
          joiningP99Ratio: joining.p99 / (seatedWithinMs / 2),
          playingP99Ratio: playing.p99 / room.p99,
          reconnectingP99Ratio: reconnecting.p99 / back.backMs,
        };
        return {
          ratio: Math.max(...Object.values(parts)),
          target: 1,
          reference:
            'the worst of: median within 100 ms + calm; p99 within half the time of joining, the large game’s p99, the time of reconnecting',
          figures: {
            ...parts,
            ...{ sockets, seatedWithinMs, backMs: back.backMs, calmP50Ms, roomP50Ms: room.p50, roomP99Ms: room.p99 },
            ...{ joiningP50Ms: joining.p50, playingP50Ms: playing.p50, reconnectingP50Ms: reconnecting.p50 },
          },
        };
      } finally {
        await pool.close();
      }
    }),
});
