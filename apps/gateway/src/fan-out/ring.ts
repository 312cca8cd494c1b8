import { RingBuffer, type RingBounds } from '@earworm/service-kit/ring';
import { joined } from '../wire/frame.js';

/** One `events` frame as it goes over the wire, kept once for all sockets. */
interface RingEntry {
  /** First and last version in it. */
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  /** Own clock, ms. */
  readonly at: number;
}

/** The recent past of one game for one kind of view. */
export class Ring extends RingBuffer<RingEntry> {
  #lastTo = 0;
  #given: { position: number; end: number; frames: readonly Buffer[] } = { position: 0, end: 0, frames: [] };

  constructor(bounds: RingBounds) {
    super(bounds, ({ bytes }) => bytes.length, 1);
  }

  /** The newest version; what comes next is the one after it. */
  get lastTo(): number {
    return this.#lastTo;
  }

  override push(entry: RingEntry): void {
    this.#lastTo = entry.to;
    super.push(entry);
  }

  /**
   * Starts anew after `version`, of this history or another: every cursor has fallen out, also one that stood at the
   * end.
   */
  restart(version: number): void {
    this.clear();
    this.#lastTo = version;
  }

  /** The bytes of everything from a position on. Most sockets stand at the same one, so the last answer is kept. */
  framesFrom(position: number): readonly Buffer[] {
    const { end } = this;
    if (this.#given.position !== position || this.#given.end !== end) {
      this.#given = { position, end, frames: joined(this.from(position).map(({ bytes }) => bytes)) };
    }
    return this.#given.frames;
  }

  /** Where somebody goes on who has everything up to `version`; null when what comes next is no longer kept. */
  positionAfter(version: number): number | null {
    if (version >= this.#lastTo) return this.end;
    let low = this.start;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle)?.to ?? Infinity) > version) high = middle;
      else low = middle + 1;
    }
    const next = this.at(low);
    return next === undefined || next.from > version + 1 ? null : low;
  }
}
