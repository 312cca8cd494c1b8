import type { GameMemory } from './game-memory.js';

/**
 * Heap bytes of a game's state for each character of JSON text that it was made from. Measured on Node 24 after a full
 * collection: 1.25 for a board of 1.9 MB, 1.65 for one of 6,000 short questions, 1.8 for a small game, 2.05 for a board in
 * Chinese; 1.0 to 1.3 when it was read from a snapshot.
 */
export const HEAP_BYTES_PER_CHARACTER = 2.25;
/** An actor without a game: its mailbox, tables and promises. */
export const ACTOR_BYTES = 8 * 1024;

/** What one game is counted with in the memory of its replica. */
export class Footprint {
  /** Of the texts that the state was made from: its snapshot and the events after it. */
  #characters = 0;
  #sinceSnapshot = 0;
  #counted = 0;
  #isOver = false;

  /** @param reserved bytes of a game that is about to be created */
  constructor(
    private readonly memory: GameMemory,
    private reserved: number,
  ) {
    this.count(0);
  }

  get bytes(): number {
    return this.#counted;
  }

  /** Whether so many characters more are within what was reserved for them. */
  isReserved(characters: number): boolean {
    return (this.#characters + characters) * HEAP_BYTES_PER_CHARACTER <= this.reserved;
  }

  /** The state was read anew, from so many characters. */
  loaded(characters: number): void {
    this.#characters = characters;
    this.#sinceSnapshot = 0;
  }

  appended(characters: number): void {
    this.#characters += characters;
    this.#sinceSnapshot += characters;
  }

  /** A snapshot is taken. Returns what to call with its length: events that left nothing behind count no more. */
  snapshotTaken(): (characters: number) => void {
    this.#sinceSnapshot = 0;
    return (characters) => {
      this.#characters = characters + this.#sinceSnapshot;
    };
  }

  /** @param texts characters of the encoded views and events that are kept besides the state */
  count(texts: number): void {
    if (this.#isOver) return;
    const state = Math.max(this.reserved, this.#characters * HEAP_BYTES_PER_CHARACTER);
    // A text with one character beyond Latin-1 takes two bytes for each.
    this.#set(ACTOR_BYTES + state + texts * 2);
  }

  /** What was created stands in the log: from here on it is counted as it is. */
  created(): void {
    this.reserved = 0;
  }

  /** The game has left memory. */
  release(): void {
    this.#set(0);
    this.#isOver = true;
  }

  #set(bytes: number): void {
    this.memory.add(bytes - this.#counted);
    this.#counted = bytes;
  }
}
