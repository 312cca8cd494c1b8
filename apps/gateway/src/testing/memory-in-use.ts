import { collectGarbage } from '@earworm/service-kit/testing';

/** In bytes, after a garbage collection. */
export function memoryInUse(): { heap: number; arrayBuffers: number } {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}
