import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../harness/product.js';

const REPORTED = /^memory (\{.*\})$/gm;
const WITHIN_MS = 10_000;

/** In bytes, after a collection. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** The environment that lets a server answer `memoryAfterGc`. */
export const REPORTS_MEMORY = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('gc-on-signal.js', import.meta.url).href}`,
};

/** What a server uses after it has collected its garbage. It must have been started with REPORTS_MEMORY. */
export async function memoryAfterGc(server: Product): Promise<Memory> {
  const all = () => [...server.output.matchAll(REPORTED)];
  const before = all().length;
  process.kill(server.pid, 'SIGUSR2');
  const until = performance.now() + WITHIN_MS;
  while (all().length === before) {
    if (performance.now() > until) throw new Error('the server did not report its memory');
    await pause(20);
  }
  return JSON.parse(all().at(-1)?.[1] ?? '') as Memory;
}
