import type { ViewKind } from '@earworm/rules';
import { RingBuffer } from '@earworm/service-kit/ring';

export type EncodedEvent = Readonly<Record<ViewKind, string>>;

const RING_BYTES = 1024 * 1024;

interface Slot {
  readonly version: number;
  readonly event: EncodedEvent;
  readonly at: number;
}

export class EventRing {
  readonly #slots: RingBuffer<Slot>;

  constructor(maxAgeMs: number) {
    this.#slots = new RingBuffer(
      { maxBytes: RING_BYTES, maxAgeMs },
      ({ event }) => event.player.length + event.stage.length + event.full.length,
    );
  }

  get characters(): number {
    return this.#slots.bytes;
  }

  push(version: number, event: EncodedEvent, ticks: number): void {
    this.#slots.push({ version, event, at: ticks });
  }

  /** Events after `version`; undefined when the first of them is no longer in the ring. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.#slots.at(this.#slots.start);
    if (!first || version + 1 < first.version) return undefined;
    return this.#slots.from(this.#slots.start + version + 1 - first.version).map(({ event }) => event[kind]);
  }

  trim(ticks: number): void {
    this.#slots.expire(ticks);
  }
}
