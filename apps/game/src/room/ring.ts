import type { ViewKind } from '@earworm/rules';

/** One event as each kind of view sees it, as JSON text. */
export type Items = Readonly<Record<ViewKind, string>>;

const RING_MS = 90_000;
const RING_BYTES = 1024 * 1024;

interface Slot {
  readonly version: number;
  readonly items: Items;
  readonly bytes: number;
  readonly ticks: number;
}

/** The latest committed events of one game, encoded; bounded by age and bytes, the oldest go first. */
export class Ring {
  private slots: Slot[] = [];
  private bytes = 0;

  push(version: number, items: Items, ticks: number): void {
    const bytes = items.player.length + items.stage.length + items.full.length;
    this.slots.push({ version, items, bytes, ticks });
    this.bytes += bytes;
    this.trim(ticks);
  }

  /** Events after `version`; undefined when the first of them is no longer here. */
  after(version: number, kind: ViewKind): string[] | undefined {
    const first = this.slots[0];
    if (!first || version + 1 < first.version) return undefined;
    return this.slots.slice(version + 1 - first.version).map((slot) => slot.items[kind]);
  }

  trim(ticks: number): void {
    let gone = 0;
    for (const slot of this.slots) {
      if (this.bytes <= RING_BYTES && slot.ticks >= ticks - RING_MS) break;
      this.bytes -= slot.bytes;
      gone++;
    }
    if (gone > 0) this.slots = this.slots.slice(gone);
  }
}
