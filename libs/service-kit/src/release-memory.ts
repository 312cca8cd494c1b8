import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Also returns pages that V8 would keep for later. */
const WHOLE_HEAP = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

/**
 * Collects what loading modules and opening connections has left, and returns it to the system: some 40 MB of a service,
 * which V8 would keep for as long as the service does little. Takes some 100 ms, and drops compiled code that has not
 * run for a while, so it belongs before whatever warms up.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: typeof WHOLE_HEAP) => void;
  collect(WHOLE_HEAP);
}
