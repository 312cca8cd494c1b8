import { RESUMABLE_MS } from '@earworm/contracts';
import type { ViewKind } from '@earworm/rules';

/** One event as each kind of view sees it, as JSON text. */
export type Items = Readonly<Record<ViewKind, string>>;

const RING_BYTES = 1024 * 1024;
/** Taking one slot off the front of a full ring would copy all of it at every event. */
const COMPACTED_AT = 256;

interface Slot {
  readonly version: number;
  readonly items: Items;
  readonly bytes: number;
  readonly ticks: number;
}

/** The latest committed events of one game, encoded; bounded by age and bytes, the oldest go first. */
export class Ring {
  private slots: Slot[] = [];
  /** Slots before this index have fallen out; compacted now and then. */
  private fallen = 0;
  private bytes = 0;

  push(version: number, items: Items, ticks: number): void {
    const bytes = items.player.length + items.stage.length + items.full.length;
    this.slots.push({ version, items, bytes, ticks });
    this.bytes += bytes;
    this.trim(ticks);
  }

  /** Events after `version`; undefined when the first of them is no longer here. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.slots[this.fallen];
    if (!first || version + 1 < first.version) return undefined;
    return this.slots.slice(this.fallen + version + 1 - first.version).map((slot) => slot.items[kind]);
  }

  trim(ticks: number): void {
    for (;;) {
      const oldest = this.slots[this.fallen];
      if (!oldest || (this.bytes <= RING_BYTES && oldest.ticks >= ticks - RESUMABLE_MS)) break;
      this.bytes -= oldest.bytes;
      this.fallen++;
    }
    if (this.fallen === 0 || (this.fallen < COMPACTED_AT && this.fallen < this.slots.length)) return;
    this.slots = this.slots.slice(this.fallen);
    this.fallen = 0;
  }
}
