export interface RingBounds {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** When an entry was made, by a clock that does not go back, ms. */
interface Dated {
  readonly at: number;
}

/**
 * The recent past, bounded by bytes and age; the oldest entries are dropped first. Positions count entries since the start and never
 * go back.
 */
export class RingBuffer<Entry extends Dated> {
  #entries: (Entry | null)[] = [];
  /** Entries before this index have been dropped; compacted when they are half of all: every entry would copy all others. */
  #dropped = 0;
  #start = 0;
  #bytes = 0;

  constructor(
    private readonly bounds: RingBounds,
    private readonly bytesOf: (entry: Entry) => number,
    /** How many of the newest are kept however long they are. */
    private readonly least: 0 | 1 = 0,
  ) {}

  /** Position of the oldest entry that is kept. */
  get start(): number {
    return this.#start;
  }
  /** Position after the newest entry. */
  get end(): number {
    return this.#start + this.#entries.length - this.#dropped;
  }
  get bytes(): number {
    return this.#bytes;
  }

  at(position: number): Entry | undefined {
    return this.#entries[this.#dropped + position - this.#start] ?? undefined;
  }

  /** Everything from a position on. */
  from(position: number): Entry[] {
    // What has not been dropped is there.
    return this.#entries.slice(this.#dropped + Math.max(0, position - this.#start)) as Entry[];
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += this.bytesOf(entry);
    while (this.#bytes > this.bounds.maxBytes && this.end - this.#start > this.least) this.#drop();
    this.expire(entry.at);
  }

  expire(now: number): void {
    for (;;) {
      const oldest = this.at(this.#start);
      if (oldest === undefined || oldest.at >= now - this.bounds.maxAgeMs) return;
      this.#drop();
    }
  }

  /** Empties it; every position is left behind, also the one at the end. */
  clear(): void {
    this.#start = this.end + 1;
    this.#entries = [];
    this.#dropped = 0;
    this.#bytes = 0;
  }

  #drop(): void {
    const oldest = this.at(this.#start);
    this.#bytes -= oldest === undefined ? 0 : this.bytesOf(oldest);
    // Let go of at once; its place is only taken away later.
    this.#entries[this.#dropped++] = null;
    this.#start++;
    if (this.#dropped * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#dropped);
    this.#dropped = 0;
  }
}
