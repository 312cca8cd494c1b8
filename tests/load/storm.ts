import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLayout } from './layout.js';
import { readOptions } from './options.js';
import { percentile, rounded } from './percentiles.js';
import { LoadSession } from './session.js';
import { stopOnSignals } from './stop-on-signals.js';
import type { CrowdSays } from './storm-crowd.js';

const CALM_MS = 8_000;
const STEADY = { games: 10, players: 20, rate: 200, seconds: 60, warmUp: 0 };

/**
 * A crowd of sockets is cut off at once and comes back, while other games play on: how long that takes, and what a press
 * of the others takes meanwhile. Prints one line; `--games` and `--players` say who the crowd is.
 */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { games: text, players: text, layout: text } });
  const { games = '100', players = '19', layout: where = 'standalone' } = values;
  const layout = await openLayout(readOptions(['--layout', where]));
  stopOnSignals(() => layout.close());
  try {
    const crowd = fork(new URL('storm-crowd.js', import.meta.url), [games, players, ...layout.urls]);
    const hear = async () => (await once(crowd, 'message')) as [CrowdSays];
    const [there] = await hear();
    const steady = new LoadSession(layout.urls, STEADY);
    await steady.open();
    const { tally } = steady;
    tally.measureFrom = 0;
    steady.play();
    await pause(CALM_MS / 4);
    const warm = tally.latencies.length;
    await pause(CALM_MS);

    const cut = tally.latencies.length;
    crowd.send('cut');
    const [back] = await hear();
    // Also what is pressed while the last of them are settling.
    await pause(1_000);
    const meanwhile = tally.latencies.slice(cut);
    await steady.finish();
    const times = (of: number[]) => ({
      p50: rounded(percentile(of, 0.5)),
      p99: rounded(percentile(of, 0.99)),
      presses: of.length,
    });
    const calm = times(tally.latencies.slice(warm, cut));
    const { unseen, stuck } = tally;
    console.log(JSON.stringify({ ...there, ...back, calm, meanwhile: times(meanwhile), unseen, stuck: stuck.length }));
    steady.close();
    crowd.disconnect();
    await once(crowd, 'exit');
  } finally {
    await layout.close();
  }
}

await main();
