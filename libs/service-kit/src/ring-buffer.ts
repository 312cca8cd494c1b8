export interface RingBounds {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

interface Dated {
  readonly at: number;
}

/** Recent entries bounded by bytes and age, oldest dropped first. Positions count entries since the start. */
export class RingBuffer<Entry extends Dated> {
  #entries: (Entry | null)[] = [];
  /** Dropped entries at the front; compacted when half of the array. */
  #dropped = 0;
  #start = 0;
  #bytes = 0;

  constructor(
    private readonly bounds: RingBounds,
    private readonly bytesOf: (entry: Entry) => number,
    /** Newest entries kept whatever their size. */
    private readonly least: 0 | 1 = 0,
  ) {}

  get start(): number {
    return this.#start;
  }
  get end(): number {
    return this.#start + this.#entries.length - this.#dropped;
  }
  get bytes(): number {
    return this.#bytes;
  }

  at(position: number): Entry | undefined {
    return this.#entries[this.#dropped + position - this.#start] ?? undefined;
  }

  from(position: number): Entry[] {
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

  clear(): void {
    this.#start = this.end + 1;
    this.#entries = [];
    this.#dropped = 0;
    this.#bytes = 0;
  }

  #drop(): void {
    const oldest = this.at(this.#start);
    this.#bytes -= oldest === undefined ? 0 : this.bytesOf(oldest);
    // Releases the entry at once; compacts later.
    this.#entries[this.#dropped++] = null;
    this.#start++;
    if (this.#dropped * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#dropped);
    this.#dropped = 0;
  }
}
