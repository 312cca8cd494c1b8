import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In bytes, without what is only waiting to be collected, or the figure would tell of the collector's mood. */
export function memoryInUse(): { heap: number; arrayBuffers: number } {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}
