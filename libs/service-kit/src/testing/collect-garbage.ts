import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** All of it, now. What was looked at in this turn of the event loop by a WeakRef stays until the next. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
