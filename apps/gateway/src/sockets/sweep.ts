import type { Rooms } from '../fan-out/rooms.js';
import { watchAuth } from '../connections/token-renewal.js';
import { sendBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';

export interface SweepOptions {
  readonly connections: Iterable<Connection>;
  readonly rooms: Rooms;
  readonly helloWithinMs: number;
  /** How long a socket without a token may wait for its player to type a name. */
  readonly enterWithinMs: number;
  readonly silentAfterMs: number;
  readonly stalledAfterMs: number;
  readonly presenceEveryMs: number;
  readonly graceMs: number;
}

/** Event-loop turns in which pending input is read: after a suspension no timeout may fire before that. */
const TURNS_TO_READ = 4;

/** One timer for all timeouts. Returns a stop function. */
export function startSweep(options: SweepOptions): () => void {
  const { helloWithinMs, silentAfterMs, stalledAfterMs, presenceEveryMs } = options;
  const shortest = Math.min(helloWithinMs, silentAfterMs, stalledAfterMs, presenceEveryMs);
  let isStopped = false;
  const sweepIn = (turns: number): void => {
    if (isStopped) return;
    if (turns === 0) sweep(options);
    else setImmediate(sweepIn, turns - 1);
  };
  const timer = setInterval(sweepIn, Math.min(1_000, Math.max(10, shortest / 5)), TURNS_TO_READ);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

function sweep({ connections, rooms, graceMs, ...times }: SweepOptions): void {
  const { helloWithinMs, enterWithinMs, silentAfterMs, stalledAfterMs } = times;
  const now = performance.now();
  const date = Date.now();
  for (const connection of connections) {
    if (!connection.helloReceived && now - connection.openedAt > helloWithinMs) sendBye(connection, 'no-hello');
    else if (connection.arriving !== null) {
      const { place, since } = connection.arriving;
      if (place === null && now - since > enterWithinMs) sendBye(connection, 'silent');
      else if (connection.stalledFor(now) > stalledAfterMs) sendBye(connection, 'too-slow');
    } else if (now - connection.lastFrameAt > silentAfterMs) sendBye(connection, 'silent');
    else if (connection.stalledFor(now) > stalledAfterMs) sendBye(connection, 'too-slow');
    else if (connection.session !== null) watchAuth(connection, connection.session, date, graceMs);
  }
  rooms.tick(now);
}
