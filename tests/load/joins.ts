import { measure } from './measure.js';
import { takeOwnCores } from './own-cores.js';
import { timesOf } from './percentiles.js';
import { LoadSession } from './session.js';
import { usageOf } from './usage.js';

const SHAPE = { rate: 1, seconds: 1, warmUp: 0 };
/** Joins before the measured ones: code that has not run yet is slow. */
const FIRST = { games: 10, players: 40 };

/**
 * `--rate` guests a second sign in, connect and join until `--games` × `--players` have come, whether or not those before
 * them have their seat. The product has one core with its database, the guests another. Prints the time from arrival to
 * seat, and the CPU of the product and its database per join, in ms.
 */
await measure({ games: 100, players: 20, rate: 400 }, async (urls, { games, players, rate }, { parts }) => {
  for (const { pid } of parts) await takeOwnCores(pid);
  const open = async (shape: { games: number; players: number }) => {
    const session = new LoadSession(urls, { ...SHAPE, ...shape, joinsPerSecond: rate });
    await session.create();
    const before = await usageOf(parts);
    await session.seat();
    const after = await usageOf(parts);
    const used = (name: string) => (after?.cpuSeconds.get(name) ?? 0) - (before?.cpuSeconds.get(name) ?? 0);
    const perJoin = (name: string) => Number(((used(name) * 1_000) / (shape.games * shape.players)).toFixed(3));
    const names = [...new Set(parts.map(({ name }) => name))];
    return {
      session,
      joins: {
        refused: session.tally.turnedAway.length,
        seatedWithinMs: Math.round(session.seatedWithinMs),
        join: timesOf(session.joinMs),
        cpuMs: Object.fromEntries(names.map((name) => [name, perJoin(name)])),
      },
    };
  };
  const sessions: LoadSession[] = [];
  try {
    const first = await open(FIRST);
    sessions.push(first.session);
    const then = await open({ games, players });
    sessions.push(then.session);
    return { ...then.joins, first: first.joins };
  } finally {
    for (const session of sessions) session.close();
  }
});
