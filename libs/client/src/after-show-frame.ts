import type { RoomChange, RoomNow, ShowCard, ShowFrame } from '@earworm/contracts';

/** What the control room knows of an event. */
export interface EventNow {
  readonly rooms: ReadonlyMap<string, RoomNow>;
  readonly cards: ReadonlyMap<string, ShowCard>;
}

export const NOTHING: EventNow = { rooms: new Map(), cards: new Map() };

function merged(before: RoomNow | undefined, change: RoomChange): RoomNow {
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    // Of a room without a code this is what it has.
    if (value === null && name !== 'gameCode') delete after[name];
    else after[name] = value;
  }
  return after as RoomNow;
}

/** Rooms that have not changed are the same objects as before. */
export function afterFrame(before: EventNow, frame: Pick<ShowFrame, 'whole' | 'rooms' | 'cards' | 'gone'>): EventNow {
  const { whole, rooms: changed, cards: changedCards, gone } = frame;
  if (!whole && changed.length + changedCards.length + gone.length === 0) return before;
  const rooms = new Map(whole ? [] : before.rooms);
  const cards = new Map(whole ? [] : before.cards);
  for (const change of changed) rooms.set(change.roomId, merged(whole ? undefined : rooms.get(change.roomId), change));
  for (const card of changedCards) cards.set(card.id, card);
  for (const id of gone) {
    rooms.delete(id);
    cards.delete(id);
  }
  return { rooms, cards };
}
