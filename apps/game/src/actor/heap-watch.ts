import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;
/** Part of the heap's limit for young objects: three times `--max-semi-space-size` of the server's flags. */
const YOUNG_BYTES = 192 * MIB;
const BASE_BYTES = 96 * MIB;
/** Share of the old space that may be in use after a full collection. */
const FULL_SHARE = 0.65;
/** Share of the remaining heap that games may use; the rest is for other work of the process. */
const GAMES_SHARE = 0.4;

const oldSpaceLimit = () => Math.max(0, getHeapStatistics().heap_size_limit - YOUNG_BYTES);

export const defaultGameMemoryMb = (): number =>
  Math.max(16, Math.floor(((oldSpaceLimit() - BASE_BYTES) * GAMES_SHARE) / MIB));

interface CollectionEntry extends PerformanceEntry {
  readonly detail?: { readonly kind?: number };
}

/**
 * Heap in use by the whole process. Read after full collections only: in between, most of it is garbage. What games have
 * released since then counts as free.
 */
export class HeapWatch {
  #inUse = 0;
  #gamesAtCollection = 0;
  readonly #limit = oldSpaceLimit();
  readonly #observer = new PerformanceObserver((list) => {
    const isFull = (entry: CollectionEntry) => entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (!list.getEntries().some(isFull)) return;
    this.#inUse = getHeapStatistics().used_heap_size;
    this.#gamesAtCollection = this.gamesBytes();
  });

  /** @param gamesBytes what the games in memory take, by estimate */
  constructor(private readonly gamesBytes: () => number) {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  has(bytes: number): boolean {
    const released = Math.max(0, this.#gamesAtCollection - this.gamesBytes());
    return this.#inUse - released + bytes <= this.#limit * FULL_SHARE;
  }

  stop(): void {
    this.#observer.disconnect();
  }
}
