import type { Layout } from '../load/layout.js';
import { timesOf } from '../load/percentiles.js';
import { LoadSession } from '../load/session.js';
import { type Usage, usageOf } from '../load/usage.js';

export interface Storm {
  readonly games: number;
  readonly players: number;
  /** Arrivals a second, whether or not those before them have their seat. */
  readonly perSecond: number;
}

/** Every phone opens its own connection and knows only the code. */
export async function arrive(layout: Layout, storm: Storm) {
  const { figures } = await seatIn(layout, storm);
  return figures;
}

/** What an arrival costs a server that has served others, ms, by part. */
export async function cpuOfArrival(layout: Layout, storm: Storm): Promise<Record<'cpuMsPerJoin', number>> {
  // Code is compiled by them, in eight processes instead of one.
  await seatIn(layout, storm);
  const { figures, cpuMsOfParts } = await seatIn(layout, storm);
  const { cpuMsPerJoin } = figures;
  return { cpuMsPerJoin, ...Object.fromEntries(cpuMsOfParts.map(([name, ms]) => [`cpuMs ${name}`, ms])) };
}

/** `cpuMsOfParts`: of one arrival. */
async function seatIn({ urls, parts }: Layout, { games, players, perSecond }: Storm) {
  const shape = { games, players, joinsPerSecond: perSecond, rate: 1, seconds: 1, warmUp: 0 };
  const session = new LoadSession(urls, shape);
  try {
    await session.create();
    const before = await usageOf(parts);
    await session.seat();
    const after = await usageOf(parts);
    const refused = session.tally.turnedAway.length;
    if (refused > 0) throw new Error(`${refused} arrivals were refused: ${session.tally.turnedAway[0]}`);
    const { p50, p99 } = timesOf(session.joinMs);
    const seated = games * players;
    const seatsPerS = seated / (session.seatedWithinMs / 1_000);
    const { p99: placesP99 } = timesOf(session.seated.map((number, place) => Math.abs(number - place)));
    const spent = (name: string) => (msOf(after, name) - msOf(before, name)) / seated;
    const names = new Set(parts.map(({ name }) => name));
    const cpuMsOfParts = [...names].map((name) => [name, spent(name)] as const);
    const cpuMsPerJoin = cpuMsOfParts.reduce((sum, [, ms]) => sum + ms, 0);
    return { figures: { p50Ms: p50, p99Ms: p99, cpuMsPerJoin, seatsPerS, placesP99 }, cpuMsOfParts };
  } finally {
    session.close();
  }
}

const msOf = (usage: Usage | null, part: string) => (usage?.cpuSeconds.get(part) ?? NaN) * 1_000;
