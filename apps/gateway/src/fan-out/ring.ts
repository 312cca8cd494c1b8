import { joined } from '../wire/frame.js';

/** One `events` frame as it goes over the wire, kept once for all sockets. */
export interface RingEntry {
  /** First and last version in it. */
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  /** Own clock, ms. */
  readonly at: number;
}

export interface RingBounds {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** Stands where an entry has fallen out: the place is only taken away later, the bytes are let go of at once. */
const GONE: RingEntry = { from: 0, to: 0, bytes: Buffer.alloc(0), at: 0 };

/**
 * The recent past of one game for one kind of view. Positions count entries since the start and never go back; what is
 * too old or too much falls out at `start`.
 */
export class Ring {
  #entries: RingEntry[] = [];
  /** Entries before this index have fallen out; compacted when they are half of all: every event would copy all others. */
  #fallen = 0;
  #start = 0;
  #bytes = 0;
  #lastTo = 0;
  #given: { position: number; end: number; frames: readonly Buffer[] } = { position: 0, end: 0, frames: [] };

  constructor(private readonly bounds: RingBounds) {}

  /** Position of the oldest entry that is kept. */
  get start(): number {
    return this.#start;
  }
  /** Position after the newest entry. */
  get end(): number {
    return this.#start + this.#entries.length - this.#fallen;
  }
  /** The newest version; what comes next is the one after it. */
  get lastTo(): number {
    return this.#lastTo;
  }
  get bytes(): number {
    return this.#bytes;
  }

  push(entry: RingEntry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes.length;
    this.#lastTo = entry.to;
    while (this.#bytes > this.bounds.maxBytes && this.#entries.length - this.#fallen > 1) this.#drop();
    this.expire(entry.at);
  }

  expire(now: number): void {
    for (;;) {
      const oldest = this.#entries[this.#fallen];
      if (oldest === undefined || oldest.at >= now - this.bounds.maxAgeMs) return;
      this.#drop();
    }
  }

  /**
   * Starts anew after `version`, of this history or another: every cursor has fallen out, also one that stood at the
   * end.
   */
  restart(version: number): void {
    this.#start = this.end + 1;
    this.#entries = [];
    this.#fallen = 0;
    this.#bytes = 0;
    this.#lastTo = version;
  }

  /** The bytes of everything from a position on. Most sockets stand at the same one, so the last answer is kept. */
  framesFrom(position: number): readonly Buffer[] {
    const { end } = this;
    if (this.#given.position !== position || this.#given.end !== end) {
      const entries = this.#entries.slice(this.#fallen + Math.max(0, position - this.#start));
      this.#given = { position, end, frames: joined(entries.map(({ bytes }) => bytes)) };
    }
    return this.#given.frames;
  }

  /** Where somebody goes on who has everything up to `version`; null when what comes next is no longer kept. */
  positionAfter(version: number): number | null {
    if (version >= this.#lastTo) return this.end;
    let low = this.#fallen;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.to ?? Infinity) > version) high = middle;
      else low = middle + 1;
    }
    const next = this.#entries[low];
    if (next === undefined || next.from > version + 1) return null;
    return this.#start + low - this.#fallen;
  }

  #drop(): void {
    this.#bytes -= this.#entries[this.#fallen]?.bytes.length ?? 0;
    this.#entries[this.#fallen++] = GONE;
    this.#start++;
    if (this.#fallen * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#fallen);
    this.#fallen = 0;
  }
}
