import { setTimeout as pause } from 'node:timers/promises';
import { BackgroundGames } from '../../load/background-games.js';
import { withLayout } from '../../load/layout.js';
import { PlayerPool } from '../../load/player-pool.js';
import { withOptions } from '../benchmark.js';

export const benchmark = withOptions({
  what: 'How long buzzes of other games take while 1,000 phones reconnect at once.',
  options: { games: 50, players: 19, others: 10, rate: 200 },
  run: ({ games, players, others, rate }) =>
    withLayout({}, async ({ urls }) => {
      const pool = new PlayerPool({ urls, games, players, rate: 1, seconds: 1 });
      try {
        const { sockets, seatedWithinMs } = await pool.open();
        const background = await BackgroundGames.start(urls, others, rate);
        // Before and after: a machine that is busy with something else is so on both sides.
        const before = await background.calm();
        const { result: back, times: meanwhile } = await background.during(() => pool.cut());
        await pause(1_000);
        const after = await background.calm();
        await background.finish();
        const { backMs, isBack, resumes, snapshots } = back;
        if (!isBack || resumes !== sockets || snapshots > 0)
          throw new Error(`not every client resumed: ${JSON.stringify({ sockets, ...back })}`);
        const calmP50Ms = Math.max(before.p50, after.p50);
        const calmP99Ms = Math.max(before.p99, after.p99);
        const parts = {
          p50Ratio: meanwhile.p50 / (25 + 5 * calmP50Ms),
          p99Ratio: meanwhile.p99 / Math.min(1_000, 150 + 5 * calmP99Ms),
          // No client signs in, enters a name or gets a whole snapshot again.
          backRatio: backMs / (0.75 * seatedWithinMs),
        };
        return {
          ratio: Math.max(...Object.values(parts)),
          target: 1,
          reference:
            'the worst of: median within 25 ms + 5 × calm; p99 within 150 ms + 5 × calm and 1 s; back within 0.75 × of joining',
          figures: {
            ...parts,
            ...{ sockets, seatedWithinMs, backMs, calmP50Ms, calmP99Ms },
            ...{ meanwhileP50Ms: meanwhile.p50, meanwhileP99Ms: meanwhile.p99, buzzes: meanwhile.count },
          },
        };
      } finally {
        await pool.close();
      }
    }),
});
