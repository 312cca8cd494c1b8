import { setTimeout as pause } from 'node:timers/promises';
import { leanEntrance } from './entrance.js';
import { LeanSocket } from './lean-socket.js';
import { LoadSession } from './session.js';

const BACK_WITHIN_MS = 30_000;

/** What the crowd says, each once: that it is there, and how it came back. */
export type CrowdSays =
  | { readonly sockets: number }
  | { readonly backMs: number; readonly isBack: boolean; readonly resumes: number; readonly snapshots: number };

/** A crowd in a process of its own, or its coming back would hold up the measuring of the others. Cut off when told to. */
async function main(urls: string[], games: number, players: number): Promise<void> {
  const known = new Set<LeanSocket>();
  const tracked = class extends LeanSocket {
    constructor(address: string) {
      super(address);
      known.add(this);
    }
  };
  const crowd = new LoadSession(urls, { games, players, rate: 1, seconds: 1, warmUp: 0 }, () => leanEntrance(tracked));
  await crowd.open();
  const sum = (field: 'online' | 'resumes' | 'snapshots') =>
    crowd.games.reduce((counted, game) => counted + game.connections[field], 0);
  const sockets = sum('online');
  const before = sum('snapshots');
  const say = (what: CrowdSays) => process.send?.(what);
  say({ sockets });
  await new Promise((resolve) => process.once('message', resolve));
  const cutAt = performance.now();
  for (const socket of [...known]) socket.cut();
  while (sum('online') === sockets) await pause(1);
  while (sum('online') < sockets && performance.now() - cutAt < BACK_WITHIN_MS) await pause(20);
  const backMs = Math.round(performance.now() - cutAt);
  say({ backMs, isBack: sum('online') === sockets, resumes: sum('resumes'), snapshots: sum('snapshots') - before });
}

// Nobody is left to be measured, whatever has become of them.
process.once('disconnect', () => process.exit());

const [games, players, ...urls] = process.argv.slice(2);
await main(urls, Number(games), Number(players));
