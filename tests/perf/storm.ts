import type { Layout } from '../load/layout.js';
import { timesOf } from '../load/percentiles.js';
import { LoadSession } from '../load/session.js';
import { cpuMsOf, type Usage, usageOf } from '../load/usage.js';

export interface Storm {
  readonly games: number;
  readonly players: number;
  /** Arrivals a second, whether or not those before them have their seat. */
  readonly perSecond: number;
}

/** Every phone has a connection of its own and knows only the code. */
export async function arrive({ urls, parts }: Layout, { games, players, perSecond }: Storm) {
  const shape = { games, players, joinsPerSecond: perSecond, rate: 1, seconds: 1, warmUp: 0 };
  const session = new LoadSession(urls, shape);
  try {
    await session.create();
    const before = await cpuMsOf(parts);
    await session.seat();
    const used = (await cpuMsOf(parts)) - before;
    const refused = session.tally.turnedAway.length;
    if (refused > 0) throw new Error(`${refused} arrivals were refused: ${session.tally.turnedAway[0]}`);
    const { p50, p99 } = timesOf(session.joinMs);
    const seated = games * players;
    const seatsPerS = seated / (session.seatedWithinMs / 1_000);
    const { p99: placesP99 } = timesOf(session.seated.map((number, place) => Math.abs(number - place)));
    return { p50Ms: p50, p99Ms: p99, cpuMsPerJoin: used / seated, seatsPerS, placesP99 };
  } finally {
    session.close();
  }
}

/** What an arrival costs a server that has served others, ms, by part. */
export async function cpuOfArrival(layout: Layout, storm: Storm): Promise<Record<'cpuMsPerJoin', number>> {
  // Code is compiled by them, in eight processes instead of one.
  await arrive(layout, storm);
  const before = await usageOf(layout.parts);
  const { cpuMsPerJoin } = await arrive(layout, storm);
  const after = await usageOf(layout.parts);
  const spent = (name: string) => msOf(after, name) - msOf(before, name);
  const names = [...(after?.cpuSeconds.keys() ?? [])];
  const joins = storm.games * storm.players;
  return { cpuMsPerJoin, ...Object.fromEntries(names.map((name) => [`cpuMs ${name}`, spent(name) / joins])) };
}

const msOf = (usage: Usage | null, part: string) => (usage?.cpuSeconds.get(part) ?? NaN) * 1_000;
