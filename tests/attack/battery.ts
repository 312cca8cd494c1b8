import { setTimeout as pause } from 'node:timers/promises';
import type { Limit } from '@earworm/contracts';
import { inParallel } from '../load/sockets.js';
import { usageOf } from '../load/usage.js';
import type { AttackClass, Tally } from './attempt.js';
import { arrivals } from './classes/arrivals.js';
import { bodies } from './classes/bodies.js';
import { floods } from './classes/floods.js';
import { frames } from './classes/frames.js';
import { names } from './classes/names.js';
import { reads } from './classes/reads.js';
import { roles } from './classes/roles.js';
import { slowConnections } from './classes/slow-connections.js';
import { routes } from './classes/routes.js';
import { tokens } from './classes/tokens.js';
import { uploads } from './classes/uploads.js';
import { OtherGames } from './other-games.js';
import type { Target } from './target.js';

/** Before the attack: what a calm product answers within. */
const CALM_MS = { short: 3_000, whole: 10_000 };

export interface Result {
  readonly tried: number;
  readonly unexpected: number;
  readonly classes: Readonly<Record<string, Tally>>;
  /** The 99th percentile of what moderators of other games waited, to that of the calm before; null when not known. */
  readonly othersP99Ratio: number;
  /** Of the product's process; null when it is not known. */
  readonly rssGrowthMb: number | null;
}

export interface BatteryTerms {
  readonly target: Target;
  readonly isShort: boolean;
  /** Of the product's process; null when it is somewhere else. */
  readonly pid: number | null;
  /** Joins of one game that one address has at once there. */
  readonly burst: number;
  /** Points of requests that one user has there. */
  readonly requests: Limit;
  /** A token; null without an administrator's password. */
  readonly admin: string | null;
  readonly say: (line: string) => void;
}

/** Tries everything, class after class, while other games are played. */
export async function runBattery({ target, isShort, pid, burst, requests, admin, say }: BatteryTerms): Promise<Result> {
  const otherGames = await OtherGames.open(target);
  const classes: Record<string, Tally> = {};
  try {
    await pause(isShort ? CALM_MS.short : CALM_MS.whole);
    const calm = otherGames.takeP99();
    say(`calm: others wait ${calm.toFixed(1)} ms (p99)`);
    const before = await rssOf(pid);
    otherGames.restart();
    for (const each of [
      frames(target),
      bodies(target),
      tokens(target),
      roles(target),
      uploads(target),
      names(target),
      floods(target, { burst }),
      arrivals(target, { isShort }),
      slowConnections(target, isShort),
      reads(target, { isShort, limit: requests }),
      routes(target, admin, isShort),
    ]) {
      classes[each.name] = await tryAll(each, () => ratioOf(otherGames.takeP99(), calm), say);
    }
    const after = await rssOf(pid);
    const sum = (part: 'tried' | 'unexpected') =>
      Object.values(classes).reduce((total, tally) => total + tally[part], 0);
    return {
      tried: sum('tried'),
      unexpected: sum('unexpected'),
      classes,
      othersP99Ratio: ratioOf(otherGames.p99SinceRestart(), calm),
      rssGrowthMb: before === null || after === null ? null : Math.round(after - before),
    };
  } finally {
    await otherGames.close();
  }
}

const ratioOf = (attacked: number, calm: number): number => Number((attacked / calm).toFixed(2));

async function tryAll(
  { name, atOnce, attempts }: AttackClass,
  othersP99Ratio: () => number,
  say: (line: string) => void,
): Promise<Tally> {
  const startedAt = performance.now();
  const all = await attempts();
  let unexpected = 0;
  await inParallel(all, atOnce, async (each) => {
    const found = await each.run().catch((error: unknown) => `failed: ${String(error)}`);
    if (found === null) return;
    unexpected++;
    say(`UNEXPECTED ${name}: ${each.name}: ${found}`);
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const tally = { tried: all.length, unexpected, othersP99Ratio: othersP99Ratio() };
  say(`${name}: ${all.length} tried, ${unexpected} unexpected, ${seconds} s, others ${tally.othersP99Ratio} × calm`);
  return tally;
}

async function rssOf(pid: number | null): Promise<number | null> {
  if (pid === null) return null;
  return (await usageOf([{ name: 'product', pid, only: 'itself' }]))?.rssMb ?? null;
}
