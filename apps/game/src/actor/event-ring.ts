import type { ViewKind } from '@earworm/rules';
import { RingBuffer } from '@earworm/service-kit/ring';

/** One event as each kind of view sees it, as JSON text. */
export type Items = Readonly<Record<ViewKind, string>>;

const RING_BYTES = 1024 * 1024;

interface Slot {
  readonly version: number;
  readonly items: Items;
  readonly at: number;
}

/** The latest committed events of one game, encoded. */
export class Ring {
  readonly #slots: RingBuffer<Slot>;

  /** Events older than `maxAgeMs` fall out. */
  constructor(maxAgeMs: number) {
    this.#slots = new RingBuffer(
      { maxBytes: RING_BYTES, maxAgeMs },
      ({ items }) => items.player.length + items.stage.length + items.full.length,
    );
  }

  /** Of the texts that are kept. */
  get characters(): number {
    return this.#slots.bytes;
  }

  push(version: number, items: Items, ticks: number): void {
    this.#slots.push({ version, items, at: ticks });
  }

  /** Events after `version`; undefined when the first of them is no longer here. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.#slots.at(this.#slots.start);
    if (!first || version + 1 < first.version) return undefined;
    return this.#slots.from(this.#slots.start + version + 1 - first.version).map(({ items }) => items[kind]);
  }

  trim(ticks: number): void {
    this.#slots.expire(ticks);
  }
}
