import type { RoomChange, RoomNow, ShowCard, ShowFrame } from '@earworm/contracts';

/** What the control room knows of an event. */
export interface EventNow {
  readonly rooms: ReadonlyMap<string, RoomNow>;
  readonly cards: ReadonlyMap<string, ShowCard>;
  /** While a whole list comes: ids of rooms and cards of before that have not been sent again. */
  readonly unconfirmed?: ReadonlySet<string>;
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

type Parts = Pick<ShowFrame, 'whole' | 'more' | 'rooms' | 'cards' | 'gone'>;

/** Rooms that have not changed are the same objects as before. */
export function afterFrame(
  before: EventNow,
  { whole, more, rooms: changed, cards: changedCards, gone }: Parts,
): EventNow {
  const isOver = before.unconfirmed !== undefined && more !== true;
  if (!whole && !isOver && changed.length + changedCards.length + gone.length === 0) return before;
  const rooms = new Map(before.rooms);
  const cards = new Map(before.cards);
  const unconfirmed = new Set(whole ? [...rooms.keys(), ...cards.keys()] : before.unconfirmed);
  for (const change of changed) {
    const isResent = unconfirmed.delete(change.roomId);
    rooms.set(change.roomId, merged(isResent ? undefined : rooms.get(change.roomId), change));
  }
  for (const card of changedCards) {
    unconfirmed.delete(card.id);
    cards.set(card.id, card);
  }
  for (const id of more === true ? gone : [...gone, ...unconfirmed]) {
    rooms.delete(id);
    cards.delete(id);
  }
  return { rooms, cards, ...(more === true && unconfirmed.size > 0 && { unconfirmed }) };
}
