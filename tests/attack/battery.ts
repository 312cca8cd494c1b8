import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '../load/sockets.js';
import { usageOf } from '../load/usage.js';
import type { AttackClass, Tally } from './attempt.js';
import { bodies } from './classes/bodies.js';
import { floods } from './classes/floods.js';
import { frames } from './classes/frames.js';
import { names } from './classes/names.js';
import { roles } from './classes/roles.js';
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
  /** A token; null without an administrator's password. */
  readonly admin: string | null;
  readonly say: (line: string) => void;
}

/** Tries everything, class after class, while other games are played. */
export async function runBattery({ target, isShort, pid, burst, admin, say }: BatteryTerms): Promise<Result> {
  const otherGames = await OtherGames.open(target);
  const classes: Record<string, Tally> = {};
  try {
    await pause(isShort ? CALM_MS.short : CALM_MS.whole);
    const calm = otherGames.takeP99();
    const before = await rssOf(pid);
    for (const each of [
      frames(target),
      bodies(target),
      tokens(target),
      roles(target),
      uploads(target),
      names(target),
      floods(target, { burst }),
      routes(target, admin, isShort),
    ]) {
      classes[each.name] = await tryAll(each, say);
    }
    const attacked = otherGames.takeP99();
    const after = await rssOf(pid);
    const sum = (part: keyof Tally) => Object.values(classes).reduce((total, tally) => total + tally[part], 0);
    return {
      tried: sum('tried'),
      unexpected: sum('unexpected'),
      classes,
      othersP99Ratio: Number((attacked / calm).toFixed(2)),
      rssGrowthMb: before === null || after === null ? null : Math.round(after - before),
    };
  } finally {
    await otherGames.close();
  }
}

async function tryAll({ name, atOnce, attempts }: AttackClass, say: (line: string) => void): Promise<Tally> {
  const startedAt = performance.now();
  const all = await attempts();
  const tally = { tried: all.length, unexpected: 0 };
  await inParallel(all, atOnce, async (each) => {
    const found = await each.run().catch((error: unknown) => `failed: ${String(error)}`);
    if (found === null) return;
    tally.unexpected++;
    say(`UNEXPECTED ${name}: ${each.name}: ${found}`);
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`${name}: ${tally.tried} tried, ${tally.unexpected} unexpected, ${seconds} s`);
  return tally;
}

async function rssOf(pid: number | null): Promise<number | null> {
  if (pid === null) return null;
  return (await usageOf([{ name: 'product', pid, only: 'itself' }]))?.rssMb ?? null;
}
