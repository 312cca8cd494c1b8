import { setTimeout as wait } from 'node:timers/promises';
import { sayBye } from './bye.js';
import type { Connection } from './connection.js';

/** Time for the last goodbyes to be read. */
const LAST_WORDS_MS = 100;

/** Nobody waits longer than needed: who leaves one after another may come back almost at once. */
const BACK_WITHIN_MS = 250;
/** All come back over no less than this, however short the time is in which they are sent away. */
const SPREAD_MS = 1_500;

/** Says goodbye to everybody, spread over `withinMs`, so that not all of them come back at once. */
export async function drain(connections: ReadonlySet<Connection>, withinMs: number): Promise<void> {
  const leaving = [...connections];
  if (leaving.length === 0) return;
  const retry = [0, Math.max(BACK_WITHIN_MS, SPREAD_MS - withinMs)] as const;
  const timers = leaving.map((connection) =>
    setTimeout(() => sayBye(connection, 'going-away', retry), Math.random() * withinMs),
  );
  const until = performance.now() + withinMs;
  while (connections.size > 0 && performance.now() < until) await wait(Math.min(20, withinMs));
  for (const timer of timers) clearTimeout(timer);
  for (const connection of connections) sayBye(connection, 'going-away', retry);
  if (connections.size > 0) await wait(LAST_WORDS_MS);
}
