import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Guard } from '../harness/guard.js';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { attackWithBodies, BODY_ATTACKS, type AttackDone } from './body-attack.js';
import { takeOwnCores } from './own-cores.js';
import type { Times } from './percentiles.js';
import { Steady } from './steady.js';
import { stopOnSignals } from './stop-on-signals.js';
import { coresBetween, usageOf } from './usage.js';

const GAMES = 5;
/** Buzzes a second over all games. */
const RATE = 50;
const SHAPES = { open: { perSecond: 500, connections: 0 }, closed: { perSecond: null, connections: 200 } } as const;

interface Window {
  readonly calm: Times;
  readonly attacked: Times;
  readonly attack: AttackDone;
  /** Of the server with its Postgres. Null: this system does not say. */
  readonly cores: { readonly calm: number; readonly attacked: number } | null;
}

export interface HostileBodies {
  /** By attack, such as `save-open`: windows of calm and of attack in turns. */
  readonly windows: Readonly<Record<string, readonly Window[]>>;
  readonly leasesLost: number;
  readonly unseen: number;
  readonly stuck: number;
}

/**
 * Games are played while one address sends hostile bodies: `--seconds` of each window (60), `--turns` of each attack (3).
 * `--only save-open`: of that attack alone.
 */
async function run(seconds: number, turns: number, only?: string): Promise<HostileBodies> {
  const dataDir = await temporaryFolder('hostile-bodies');
  const guard = new Guard(dataDir);
  const { CEILING_BODIES: _bodies, CEILING_USER_BODIES: _ofUser, ...raised } = RAISED_LIMITS;
  const server = await startProduct({ dataDir, env: { ...raised, TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' } });
  const close = async () => {
    await server.stop();
    await guard.cleanUp();
  };
  stopOnSignals(close);
  const usage = () => usageOf([{ name: 'server', pid: server.pid }]);
  const windows: Record<string, Window[]> = {};
  let [unseen, stuck, address] = [0, 0, 0];
  try {
    await takeOwnCores(server.pid);
    for (let turn = 0; turn < turns; turn++) {
      for (const attack of BODY_ATTACKS) {
        for (const [shape, pace] of Object.entries(SHAPES)) {
          if (only !== undefined && only !== `${attack}-${shape}`) continue;
          const steady = await Steady.start([server.url], GAMES, RATE, 2 * seconds + 60);
          const atFirst = await usage();
          const calm = await steady.during(() => pause(seconds * 1_000));
          const between = await usage();
          // A new address: one that was refused before is refused at once.
          const from = `203.0.113.${++address}`;
          const request = { url: server.url, address: from, attack, ...pace, forMs: seconds * 1_000 };
          const attacked = await steady.during(() => attackWithBodies(request));
          const cores = [coresBetween(atFirst, between), coresBetween(between, await usage())].map(
            (used) => used?.server,
          );
          (windows[`${attack}-${shape}`] ??= []).push({
            calm: calm.times,
            attacked: attacked.times,
            attack: attacked.result,
            cores: cores[0] === undefined || cores[1] === undefined ? null : { calm: cores[0], attacked: cores[1] },
          });
          const end = await steady.finish();
          unseen += end.unseen;
          stuck += end.stuck;
        }
      }
    }
    return { windows, unseen, stuck, leasesLost: server.output.split('lease lost').length - 1 };
  } finally {
    await close();
  }
}

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seconds: text, turns: text, only: text } });
try {
  console.log(JSON.stringify(await run(Number(values.seconds ?? 60), Number(values.turns ?? 3), values.only)));
} catch (error) {
  console.error(error);
  // Not only the code: games that play on beside what failed would keep this alive.
  process.exit(1);
}
