import type { RoomChange, ShowCard } from '@earworm/contracts';
import { bytesOf, type ShowChanges } from './sent-show.js';

/** What one watcher has not been sent yet: everything at first, and then what changes while its connection is busy. */
export class Backlog {
  /** The latest of each, those that have waited longest first. At most what the event has. */
  readonly #rooms = new Map<string, RoomChange>();
  readonly #cards = new Map<string, ShowCard>();
  readonly #gone = new Set<string>();

  constructor(first: ShowChanges) {
    this.add(first);
  }

  get isEmpty(): boolean {
    return this.#rooms.size + this.#cards.size + this.#gone.size === 0;
  }

  add({ rooms, cards, gone }: ShowChanges): void {
    for (const room of rooms) this.#rooms.set(room.roomId, { ...this.#rooms.get(room.roomId), ...room });
    for (const card of cards) {
      this.#cards.set(card.id, card);
      this.#gone.delete(card.id);
    }
    for (const id of gone) {
      this.#rooms.delete(id);
      this.#cards.delete(id);
      this.#gone.add(id);
    }
  }

  /** What is sent next, cards first: about so many bytes, and at least one card or room. */
  take(most: number): ShowChanges {
    const gone = new Set(this.#gone);
    this.#gone.clear();
    let left = most - bytesOf([...gone]);
    const cards: ShowCard[] = [];
    for (const [id, card] of this.#cards) {
      if (left < 0 && cards.length > 0) break;
      this.#cards.delete(id);
      cards.push(card);
      left -= bytesOf(card);
    }
    const rooms: RoomChange[] = [];
    for (const [id, room] of this.#rooms) {
      if (left < 0 && cards.length + rooms.length > 0) break;
      // It is gone and has come back: a frame first adds, and then removes.
      if (gone.has(id)) continue;
      this.#rooms.delete(id);
      rooms.push(room);
      left -= bytesOf(room);
    }
    return { rooms, cards, gone: [...gone] };
  }
}
