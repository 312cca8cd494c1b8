import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;
/** Of the heap's limit, for what is young: three times `--max-semi-space-size` of the server's flags. */
const YOUNG_BYTES = 192 * MIB;
/** What a process takes that has every service and no game. */
const BASE_BYTES = 96 * MIB;
/** Share of the old space that may be in use after a full collection before nothing more is taken into it. */
const FULL_SHARE = 0.65;
/** Share of what is left for games; the rest is for what is on its way, and in one process for the other services. */
const GAMES_SHARE = 0.4;

const oldSpaceLimit = () => Math.max(0, getHeapStatistics().heap_size_limit - YOUNG_BYTES);

/** MiB that games may take by default. */
export const defaultGameMemoryMb = (): number =>
  Math.max(16, Math.floor(((oldSpaceLimit() - BASE_BYTES) * GAMES_SHARE) / MIB));

interface CollectionEntry extends PerformanceEntry {
  readonly detail?: { readonly kind?: number };
}

/**
 * How much of this process's whole heap is in use. Read after full collections only: in between most of it is garbage.
 */
export class HeapWatch {
  private inUse = 0;
  private readonly limit = oldSpaceLimit();
  private readonly observer = new PerformanceObserver((list) => {
    const isFull = (entry: CollectionEntry) => entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (list.getEntries().some(isFull)) this.inUse = getHeapStatistics().used_heap_size;
  });

  constructor() {
    this.observer.observe({ entryTypes: ['gc'] });
  }

  /** Whether so many bytes more would leave enough of the heap. */
  has(bytes: number): boolean {
    return this.inUse + bytes <= this.limit * FULL_SHARE;
  }

  stop(): void {
    this.observer.disconnect();
  }
}
