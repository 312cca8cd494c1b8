import { SNAPSHOT_EVENTS } from './snapshot.js';

/**
 * Heap bytes of a game's state for each character of its JSON. Measured on Node 24: 1.25 for a board of 1.9 MB, 1.65
 * for one of 6,000 short questions, 1.8 for a small game, 2.05 for a board in Chinese.
 */
export const HEAP_BYTES_PER_CHARACTER = 2.25;
export const ACTOR_BYTES = 8 * 1024;

export class GameMemory {
  #used = 0;

  /** @param hasHeap false while that many bytes more would bring the whole process near the end of its heap */
  constructor(
    readonly limit: number,
    private readonly hasHeap: (bytes: number) => boolean = () => true,
  ) {}

  get used(): number {
    return this.#used;
  }

  get free(): number {
    return Math.max(0, this.limit - this.#used);
  }

  fits(bytes: number): boolean {
    return this.#used + bytes <= this.limit && this.hasHeap(bytes);
  }

  add(bytes: number): void {
    this.#used += bytes;
  }
}

/** The estimated heap of one game, as part of its replica's memory. */
export class Footprint {
  #characters = 0;
  #sinceSnapshot = 0;
  #loads = 0;
  #bytes = 0;
  #isReleased = false;

  constructor(
    private readonly memory: GameMemory,
    private reserved: number,
  ) {
    this.update(0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  isReserved(characters: number): boolean {
    return (this.#characters + characters) * HEAP_BYTES_PER_CHARACTER <= this.reserved;
  }

  /** @param sinceSnapshot characters of the events after the snapshot that the game was loaded from */
  loaded(characters: number, sinceSnapshot: number): void {
    this.#characters = characters;
    this.#sinceSnapshot = sinceSnapshot;
    this.#loads += 1;
  }

  appended(characters: number): void {
    this.#characters += characters;
    this.#sinceSnapshot += characters;
  }

  /**
   * Whether the events since the last snapshot are as long as it was, so that writing both costs at most twice the events.
   * @param events their number
   */
  isSnapshotDue(events: number): boolean {
    if (events < SNAPSHOT_EVENTS.least) return false;
    if (events >= SNAPSHOT_EVENTS.most) return true;
    return this.#sinceSnapshot >= this.#characters - this.#sinceSnapshot;
  }

  /**
   * Returns what to call with the snapshot's length, as earlier events that left nothing behind count no more, or with
   * null when it could not be written: then the next one is due after the least number of events.
   */
  snapshotTaken(): (characters: number | null) => void {
    this.#sinceSnapshot = 0;
    const loads = this.#loads;
    return (characters) => {
      if (loads !== this.#loads) return;
      if (characters === null) this.#sinceSnapshot = this.#characters;
      else this.#characters = characters + this.#sinceSnapshot;
    };
  }

  update(texts: number): void {
    if (this.#isReleased) return;
    const state = Math.max(this.reserved, this.#characters * HEAP_BYTES_PER_CHARACTER);
    // One character beyond Latin-1 makes all of a text take two bytes each.
    this.#set(ACTOR_BYTES + state + texts * 2);
  }

  /** The created game is in the log, so its real size counts. */
  endReservation(): void {
    this.reserved = 0;
  }

  release(): void {
    this.#set(0);
    this.#isReleased = true;
  }

  #set(bytes: number): void {
    this.memory.add(bytes - this.#bytes);
    this.#bytes = bytes;
  }
}
