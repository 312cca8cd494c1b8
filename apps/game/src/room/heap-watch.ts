import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Share of the heap that may be in use after a full collection before nothing more is taken into it. */
const FULL_SHARE = 0.7;

interface CollectionEntry extends PerformanceEntry {
  readonly detail?: { readonly kind?: number };
}

/**
 * What is in use of this process's whole heap, whoever uses it. Read after full collections only: in between most of it is
 * garbage.
 */
export class HeapWatch {
  private inUse = 0;
  private readonly limit = getHeapStatistics().heap_size_limit;
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
