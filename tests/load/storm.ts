import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLayout } from './layout.js';
import { LeanSocket } from './lean-socket.js';
import { readOptions } from './options.js';
import { percentile, rounded } from './percentiles.js';
import { LoadSession } from './session.js';
import { leanEntrance } from './entrance.js';
import { stopOnSignals } from './stop-on-signals.js';

const CALM_MS = 8_000;
const BACK_WITHIN_MS = 30_000;
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
    const known = new Set<LeanSocket>();
    const crowd = new LoadSession(
      layout.urls,
      { games: Number(games), players: Number(players), rate: 1, seconds: 1, warmUp: 0 },
      () => leanEntrance(tracked(known)),
    );
    await crowd.open();
    const steady = new LoadSession(layout.urls, STEADY);
    await steady.open();
    const { tally } = steady;
    tally.measureFrom = 0;
    steady.play();
    await pause(CALM_MS / 4);
    const warm = tally.latencies.length;
    await pause(CALM_MS);

    const cut = tally.latencies.length;
    const online = () => crowd.games.reduce((counted, game) => counted + game.connections.online, 0);
    const sockets = online();
    const cutAt = performance.now();
    for (const socket of [...known]) socket.cut();
    while (online() === sockets) await pause(1);
    while (online() < sockets && performance.now() - cutAt < BACK_WITHIN_MS) await pause(20);
    const backMs = performance.now() - cutAt;
    const isBack = online() === sockets;
    // Also what is pressed while the last of them are settling.
    await pause(1_000);
    const meanwhile = tally.latencies.slice(cut);
    await steady.finish();
    const calm = tally.latencies.slice(warm, cut);
    const times = (of: number[]) => ({
      p50: rounded(percentile(of, 0.5)),
      p99: rounded(percentile(of, 0.99)),
      presses: of.length,
    });
    const sum = (field: 'resumes' | 'snapshots') =>
      crowd.games.reduce((counted, game) => counted + game.connections[field], 0);
    console.log(
      JSON.stringify({
        sockets,
        isBack,
        backMs: rounded(backMs, 0),
        calm: times(calm),
        meanwhile: times(meanwhile),
        resumes: sum('resumes'),
        unseen: tally.unseen,
        stuck: tally.stuck.length,
      }),
    );
    steady.close();
    crowd.close();
  } finally {
    await layout.close();
  }
}

/** Sockets that are known, so that they can be cut. */
function tracked(known: Set<LeanSocket>) {
  return class extends LeanSocket {
    constructor(address: string) {
      super(address);
      known.add(this);
    }
  };
}

await main();
