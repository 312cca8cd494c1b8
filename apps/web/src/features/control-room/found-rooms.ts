import type { RoomNow } from '@earworm/contracts';

/** What a room looks like at a glance; the first that applies. */
export const LOOKS = [
  ...(['needs', 'unknown', 'paused', 'verdict', 'open', 'picking'] as const),
  ...(['held', 'joining', 'over', 'empty'] as const),
] as const;
export type Look = (typeof LOOKS)[number];

export function lookOf(room: RoomNow): Look {
  const { isUnknown, reasons, state, startHeldSince, pausedSince, buzzSince, openSince } = room;
  if (isUnknown) return 'unknown';
  if (reasons.length > 0) return 'needs';
  if (state === undefined) return 'empty';
  if (state === 'completed') return 'over';
  if (state === 'setup') return startHeldSince === undefined ? 'joining' : 'held';
  if (pausedSince !== undefined) return 'paused';
  if (buzzSince !== undefined) return 'verdict';
  return openSince === undefined ? 'picking' : 'open';
}

export const SORTS = ['number', 'urgent', 'quiet', 'offline', 'slow', 'behind'] as const;
export const VIEWS = ['tiles', 'list'] as const;
export const PARTS = ['needs', 'mine', 'rooms'] as const;

export interface RoomFilter {
  readonly search: string;
  readonly look: Look | 'all';
  /** Empty: all. */
  readonly group: string;
  readonly sort: (typeof SORTS)[number];
  readonly view: (typeof VIEWS)[number];
  /** What a phone shows. */
  readonly part: (typeof PARTS)[number];
  /** The room whose details are open. */
  readonly room: string;
}

const oldest = ({ reasons }: RoomNow): number => Math.min(...reasons.map(({ since }) => since), Infinity);
const share = ({ seated = 0, connected = 0 }: RoomNow): number => (seated === 0 ? 1 : connected / seated);
const progress = ({ question = 0, questions = 0 }: RoomNow): number => (questions === 0 ? 1 : question / questions);

/** Infinity less infinity is no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

const ORDER: Record<RoomFilter['sort'], (a: RoomNow, b: RoomNow) => number> = {
  number: () => 0,
  urgent: (a, b) => compare(oldest(a), oldest(b)),
  quiet: (a, b) => compare(a.lastActionAt ?? Infinity, b.lastActionAt ?? Infinity),
  offline: (a, b) => share(a) - share(b),
  slow: (a, b) => (b.slowestBuzzMs ?? -1) - (a.slowestBuzzMs ?? -1),
  behind: (a, b) => progress(a) - progress(b),
};

const byNumber = (a: RoomNow, b: RoomNow): number => a.number - b.number || (a.roomId < b.roomId ? -1 : 1);

export const groupsOf = (rooms: Iterable<RoomNow>): string[] =>
  [...new Set([...rooms].map(({ group }) => group))].filter(Boolean).sort((a, b) => a.localeCompare(b));

type Wanted = Pick<RoomFilter, 'search' | 'group' | 'look' | 'sort'>;

/** Those of the group that the search finds, whatever they look like. */
export function foundRooms(rooms: Iterable<RoomNow>, { search, group }: Pick<Wanted, 'search' | 'group'>): RoomNow[] {
  const wanted = search.trim().toLowerCase();
  return [...rooms].filter(
    (room) =>
      (group === '' || room.group === group) &&
      (wanted === '' ||
        room.network === wanted ||
        `${room.number} ${room.name} ${room.gameCode ?? ''}`.toLowerCase().includes(wanted)),
  );
}

export const sortedRooms = (found: readonly RoomNow[], { look, sort }: Pick<Wanted, 'look' | 'sort'>): RoomNow[] =>
  found.filter((room) => look === 'all' || lookOf(room) === look).sort((a, b) => ORDER[sort](a, b) || byNumber(a, b));

export function countLooks(rooms: readonly RoomNow[]): Readonly<Record<Look, number>> {
  const counts = Object.fromEntries(LOOKS.map((look) => [look, 0])) as Record<Look, number>;
  for (const room of rooms) counts[lookOf(room)] += 1;
  return counts;
}

/** What is known of all rooms together. Where it may be wrong, a room counts as unknown, and its players do not count. */
export function figuresOf(rooms: Iterable<RoomNow>) {
  const figures = { playing: 0, waiting: 0, over: 0, unknown: 0, help: 0, online: 0 };
  for (const { isUnknown, state, help, connected = 0 } of rooms) {
    if (isUnknown) figures.unknown += 1;
    else if (state === 'playing') figures.playing += 1;
    else if (state === 'completed') figures.over += 1;
    else figures.waiting += 1;
    if (help !== undefined) figures.help += 1;
    if (!isUnknown) figures.online += connected;
  }
  return figures;
}
