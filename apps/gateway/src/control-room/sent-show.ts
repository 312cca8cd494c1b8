import { listOfCursor } from '@earworm/contracts';
import type { ReplyOf, RoomChange, RoomNow, ShowCard, watchShow } from '@earworm/contracts';

type Reply = Pick<ReplyOf<typeof watchShow>, 'cursor' | 'whole' | 'rooms' | 'cards'> & { readonly more?: boolean };

export interface ShowChanges {
  readonly rooms: readonly RoomChange[];
  readonly cards: readonly ShowCard[];
  /** Ids of rooms and cards that are no more. */
  readonly gone: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** The members of a room that have changed; those that it no longer has are null. */
function changeOf(before: Row | undefined, now: RoomNow): RoomChange | null {
  const after: Row = now;
  if (before === undefined) return now;
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after))
    if (value !== before[name] && JSON.stringify(value) !== JSON.stringify(before[name])) change[name] = value;
  for (const name of Object.keys(before)) if (!(name in after)) change[name] = null;
  return Object.keys(change).length === 0 ? null : { ...change, roomId: now.roomId };
}

/** What has been sent of one event to all who watch it here, and what has not yet. */
export class SentShow {
  readonly #rooms = new Map<string, RoomNow>();
  readonly #cards = new Map<string, ShowCard>();
  /** News that have not been sent: the latest of each room. */
  readonly #waiting = new Map<string, RoomNow>();
  /** Of each list whose pages come: rooms that were not on them so far. */
  readonly #unseen = new Map<string, Set<string>>();
  /** Of lists that have more changes. */
  readonly #unread = new Set<string>();
  #cardsNow: readonly ShowCard[] = [];
  readonly #gone = new Set<string>();

  /** Everything that was sent so far. */
  get whole(): ShowChanges {
    return { rooms: [...this.#rooms.values()], cards: [...this.#cards.values()], gone: [] };
  }

  /** True: rooms of the event have not been sent to anyone yet. */
  get hasUnsent(): boolean {
    return [...this.#waiting.keys()].some((roomId) => !this.#rooms.has(roomId));
  }

  /** False: a list has further pages. */
  get isComplete(): boolean {
    return this.#unread.size === 0;
  }

  /** Replicas of the shows service answer in turn, each with what has changed in its own list. */
  learn({ cursor, whole, more, rooms, cards }: Reply): void {
    const list = listOfCursor(cursor);
    if (whole) {
      // Of replicas that are no more none will come.
      this.#unseen.clear();
      this.#unread.clear();
      this.#unseen.set(list, new Set([...this.#rooms.keys(), ...this.#waiting.keys()]));
    }
    for (const room of rooms) {
      for (const unseen of this.#unseen.values()) unseen.delete(room.roomId);
      this.#waiting.set(room.roomId, room);
    }
    if (cards !== null) this.#cardsNow = cards;
    if (more === true) this.#unread.add(list);
    else {
      this.#unread.delete(list);
      this.#forgetUnseen(list);
    }
  }

  /** Its replica has gone, or others answer again and again: what it has left comes with its next changes. */
  stopReading(): void {
    this.#unread.clear();
    this.#unseen.clear();
  }

  /** What is sent next, cards first: about so many bytes, and the rest another time. */
  next(most: number): ShowChanges {
    let left = most;
    const cards: ShowCard[] = [];
    for (const card of this.#cardsNow) {
      if (left < 0) break;
      if (JSON.stringify(this.#cards.get(card.id)) === JSON.stringify(card)) continue;
      this.#cards.set(card.id, card);
      cards.push(card);
      left -= bytesOf(card);
    }
    const ids = new Set(this.#cardsNow.map(({ id }) => id));
    for (const id of this.#cards.keys())
      if (!ids.has(id)) {
        this.#cards.delete(id);
        this.#gone.add(id);
      }
    const rooms: RoomChange[] = [];
    for (const [roomId, room] of this.#waiting) {
      if (left < 0) break;
      this.#waiting.delete(roomId);
      const change = changeOf(this.#rooms.get(roomId), room);
      this.#rooms.set(roomId, room);
      if (change === null) continue;
      rooms.push(change);
      left -= bytesOf(change);
    }
    const gone = [...this.#gone];
    this.#gone.clear();
    return { rooms, cards, gone };
  }

  #forgetUnseen(list: string): void {
    for (const roomId of this.#unseen.get(list) ?? []) {
      this.#waiting.delete(roomId);
      if (this.#rooms.delete(roomId)) this.#gone.add(roomId);
    }
    this.#unseen.delete(list);
  }
}

/** As it is sent: names of players and rooms may have characters of several bytes. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
