import type { Rooms } from '../fan-out/rooms.js';
import { watchAuth } from '../connections/auth-watch.js';
import { sayBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';

export interface SweepTerms {
  readonly connections: Iterable<Connection>;
  readonly rooms: Rooms;
  readonly helloWithinMs: number;
  readonly silentAfterMs: number;
  readonly stalledAfterMs: number;
  readonly presenceEveryMs: number;
  /** How long an expired token keeps its socket. */
  readonly graceMs: number;
}

/**
 * What arrived while the process stood still is read within one turn or two of its loop. Only then is anybody judged by
 * the clock: else all would be closed for its own sleep.
 */
const TURNS_TO_READ = 4;

/** One timer for everything that time brings about, instead of several per socket. Returns the way to stop it. */
export function startSweep(terms: SweepTerms): () => void {
  const { helloWithinMs, silentAfterMs, stalledAfterMs, presenceEveryMs } = terms;
  const shortest = Math.min(helloWithinMs, silentAfterMs, stalledAfterMs, presenceEveryMs);
  let isStopped = false;
  const sweepIn = (turns: number): void => {
    if (isStopped) return;
    if (turns === 0) sweep(terms);
    else setImmediate(sweepIn, turns - 1);
  };
  const timer = setInterval(sweepIn, Math.min(1_000, Math.max(10, shortest / 5)), TURNS_TO_READ);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

function sweep({ connections, rooms, helloWithinMs, silentAfterMs, stalledAfterMs, graceMs }: SweepTerms): void {
  const now = performance.now();
  const date = Date.now();
  for (const connection of connections) {
    if (!connection.saidHello && now - connection.openedAt > helloWithinMs) sayBye(connection, 'no-hello');
    else if (now - connection.heardAt > silentAfterMs) sayBye(connection, 'silent');
    else if (connection.stalledFor(now) > stalledAfterMs) sayBye(connection, 'too-slow');
    else watchAuth(connection, date, graceMs);
  }
  rooms.tick(now);
}
