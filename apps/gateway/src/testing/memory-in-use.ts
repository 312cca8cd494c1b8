import { collectGarbage } from '@earworm/service-kit/testing';

/** In bytes, without what is only waiting to be collected, or the figure would tell of the collector's mood. */
export function memoryInUse(): { heap: number; arrayBuffers: number } {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}
