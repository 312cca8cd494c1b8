import { RingBuffer, type RingBounds } from '@earworm/service-kit/ring';
import { joined, framed } from '../wire/frame.js';
import type { RoleEvents } from '@earworm/contracts';

/** An encoded `events` frame, shared by all sockets. */
interface RingEntry {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  readonly at: number;
}

export class Ring extends RingBuffer<RingEntry> {
  #lastTo = 0;
  #lastRead: { position: number; end: number; frames: readonly Buffer[] } = { position: 0, end: 0, frames: [] };

  constructor(bounds: RingBounds) {
    super(bounds, ({ bytes }) => bytes.length, 1);
  }

  get lastTo(): number {
    return this.#lastTo;
  }

  override push(entry: RingEntry): void {
    this.#lastTo = entry.to;
    super.push(entry);
  }

  /** Restarts after `version`; overruns every cursor, also at the end. */
  restart(version: number): void {
    this.clear();
    this.#lastTo = version;
  }

  framesFrom(position: number): readonly Buffer[] {
    const { end } = this;
    if (this.#lastRead.position !== position || this.#lastRead.end !== end) {
      this.#lastRead = { position, end, frames: joined(this.from(position).map(({ bytes }) => bytes)) };
    }
    return this.#lastRead.frames;
  }

  /** Position after `version`; null when the next event is gone. */
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

/** Encodes lazily, once for all rings. */
export interface EventBatch extends Omit<RoleEvents, 'frame'> {
  readonly framed: () => Buffer;
}

export function eventBatch({ frame, ...where }: RoleEvents): EventBatch {
  let bytes: Buffer | undefined;
  return { ...where, framed: () => (bytes ??= framed(frame)) };
}
