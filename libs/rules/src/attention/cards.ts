import { byUrgency, type AttentionKind } from './attention-of.js';

/** One reason in one room. */
export interface RoomAttention {
  readonly roomId: string;
  /** A venue or a block of tables; empty if the room is in none. */
  readonly group: string;
  /** The network that the room's devices are in, if known. */
  readonly network?: string | undefined;
  readonly kind: AttentionKind;
  readonly since: number;
}

/** What an operator works on: one reason in one room, or one that several rooms of a group or network have in common. */
export interface AttentionCard {
  /** The same as long as the reason lasts; of several rooms, that of the oldest one. */
  readonly id: string;
  /** Of the most urgent reason. */
  readonly kind: AttentionKind;
  readonly since: number;
  /** What the rooms have in common; absent for a single room. */
  readonly common?: { readonly by: 'group' | 'network' | 'event'; readonly name: string };
  readonly rooms: readonly Pick<RoomAttention, 'roomId' | 'kind' | 'since'>[];
}

/** So many rooms within so many ms have one cause. */
export const TOGETHER = { rooms: 3, ms: 30_000 } as const;

/** A network that is gone takes away crews and players, and sooner or later the status. */
const FAMILIES: Partial<Record<AttentionKind, string>> = {
  'crew-away': 'connection',
  'players-offline': 'connection',
  unknown: 'unknown',
};
const familyOf = (kind: AttentionKind): string => FAMILIES[kind] ?? kind;

/** Rooms of which nothing is known, or that have not started, have a cause that is not in the rooms. */
const EVENT_KINDS: ReadonlySet<AttentionKind> = new Set(['unknown', 'not-started']);

const roomsOf = (items: readonly RoomAttention[]): number => new Set(items.map(({ roomId }) => roomId)).size;

/** Neighbours in time, of which each begins at most `TOGETHER.ms` after the first. */
function windowsOf(items: readonly RoomAttention[]): RoomAttention[][] {
  const windows: RoomAttention[][] = [];
  for (const item of [...items].sort((a, b) => a.since - b.since)) {
    const last = windows.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && item.since - first.since <= TOGETHER.ms) last.push(item);
    else windows.push([item]);
  }
  return windows;
}

type Common = NonNullable<AttentionCard['common']>;

function cardOf(items: readonly RoomAttention[], common?: Common): AttentionCard {
  const sorted = [...items].sort((a, b) => byUrgency(a, b) || (a.roomId < b.roomId ? -1 : 1));
  const [first] = sorted;
  const [oldest] = [...items].sort((a, b) => a.since - b.since || (a.roomId < b.roomId ? -1 : 1));
  if (first === undefined || oldest === undefined) throw new Error('a card needs a reason');
  return {
    id: `${common?.by ?? 'room'} ${oldest.kind} ${oldest.roomId}`,
    kind: first.kind,
    since: oldest.since,
    ...(common && { common }),
    rooms: sorted.map(({ roomId, kind, since }) => ({ roomId, kind, since })),
  };
}

/** Everything that rooms need, the most urgent first; each reason is on one card. */
export function cardsOf(items: readonly RoomAttention[]): AttentionCard[] {
  const cards: AttentionCard[] = [];
  const take = (left: readonly RoomAttention[], by: Common['by'], nameOf: (item: RoomAttention) => string) => {
    const alone: RoomAttention[] = [];
    const bundles = Map.groupBy(left, (item) => JSON.stringify([familyOf(item.kind), nameOf(item)]));
    for (const bundle of bundles.values()) {
      const name = bundle[0] === undefined ? '' : nameOf(bundle[0]);
      for (const window of windowsOf(bundle)) {
        const isCommon = (name !== '' || by === 'event') && roomsOf(window) >= TOGETHER.rooms;
        if (isCommon) cards.push(cardOf(window, { by, name }));
        else alone.push(...window);
      }
    }
    return alone;
  };
  const byNetwork = take(items, 'network', ({ network }) => network ?? '');
  const byGroup = take(byNetwork, 'group', ({ group }) => group);
  const isOfEvent = ({ kind }: RoomAttention) => EVENT_KINDS.has(kind);
  const ofEvent = take(byGroup.filter(isOfEvent), 'event', () => '');
  const single = [...byGroup.filter((item) => !isOfEvent(item)), ...ofEvent];
  return [...cards, ...single.map((item) => cardOf([item]))].sort((a, b) => byUrgency(a, b) || (a.id < b.id ? -1 : 1));
}
