import { setTimeout as wait } from 'node:timers/promises';
import { sayBye } from './bye.js';
import type { Connection } from './connection.js';

/** Time for the last goodbyes to be read. */
const LAST_WORDS_MS = 100;

/** Says goodbye to everybody, spread over `withinMs`, so that not all of them come back at once. */
export async function drain(connections: ReadonlySet<Connection>, withinMs: number): Promise<void> {
  const leaving = [...connections];
  if (leaving.length === 0) return;
  const timers = leaving.map((connection) =>
    setTimeout(() => sayBye(connection, 'going-away'), Math.random() * withinMs),
  );
  const until = performance.now() + withinMs;
  while (connections.size > 0 && performance.now() < until) await wait(Math.min(20, withinMs));
  for (const timer of timers) clearTimeout(timer);
  for (const connection of connections) sayBye(connection, 'going-away');
  if (connections.size > 0) await wait(LAST_WORDS_MS);
}
