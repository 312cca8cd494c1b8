import type { ViewKind } from '@earworm/rules';

/** One event as each kind of view sees it, as JSON text. */
export type Items = Readonly<Record<ViewKind, string>>;

const RING_BYTES = 1024 * 1024;

interface Slot {
  readonly version: number;
  readonly items: Items;
  readonly bytes: number;
  readonly ticks: number;
}

/** Stands where a slot has been dropped: the place is only taken away later, the texts are let go of at once. */
const GONE: Slot = { version: 0, items: { player: '', stage: '', full: '' }, bytes: 0, ticks: 0 };

/** The latest committed events of one game, encoded; bounded by age and bytes, the oldest go first. */
export class Ring {
  private slots: Slot[] = [];
  /** Slots before this index have been dropped; compacted when they are half of all: every event would copy all others. */
  private dropped = 0;
  private bytes = 0;

  /** Of the texts that are kept. */
  get characters(): number {
    return this.bytes;
  }

  /** Events older than `maxAgeMs` fall out. */
  constructor(private readonly maxAgeMs: number) {}

  push(version: number, items: Items, ticks: number): void {
    const bytes = items.player.length + items.stage.length + items.full.length;
    this.slots.push({ version, items, bytes, ticks });
    this.bytes += bytes;
    this.trim(ticks);
  }

  /** Events after `version`; undefined when the first of them is no longer here. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.slots[this.dropped];
    if (!first || version + 1 < first.version) return undefined;
    return this.slots.slice(this.dropped + version + 1 - first.version).map((slot) => slot.items[kind]);
  }

  trim(ticks: number): void {
    for (;;) {
      const oldest = this.slots[this.dropped];
      if (!oldest || (this.bytes <= RING_BYTES && oldest.ticks >= ticks - this.maxAgeMs)) break;
      this.bytes -= oldest.bytes;
      this.slots[this.dropped++] = GONE;
    }
    if (this.dropped * 2 < this.slots.length) return;
    this.slots = this.slots.slice(this.dropped);
    this.dropped = 0;
  }
}
