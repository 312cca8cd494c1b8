/** A number of rooms of one size. */
export interface Cell {
  readonly rooms: number;
  /** Per room, besides its moderator. */
  readonly players: number;
}

export const LAYOUTS = ['standalone', 'services'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

const ROOMS = [1, 10, 100, 500] as const;
export const PLAYERS = [20, 200, 2_000] as const;
/** One program on the same machine cannot play more people than this. */
const MOST_PLAYERS = 10_000;
/** Cells that `--quick` measures. */
const QUICK_PLAYERS = 2_000;

/** The rate of an event: every player buzzes once a minute. */
const BUZZES_PER_PLAYER_SECOND = 1 / 60;
/** Nobody reads a screen that changes more often: rooms are played faster than at an event, but not beyond this. */
const BUZZES_PER_ROOM_SECOND = 20;
/** Written to sockets in a second while the server is busy, but not full. */
const BUSY_DELIVERIES = 12_000;
/** Above this one process writes to sockets and does nothing else. */
const MOST_DELIVERIES = 20_000;

export const ALL_CELLS: readonly Cell[] = PLAYERS.flatMap((players) => ROOMS.map((rooms) => ({ rooms, players })));
const isPlayedHere = ({ rooms, players }: Cell): boolean => rooms * players <= MOST_PLAYERS;

/** Where each service is a process, what a room of each size costs is already known: some cells share it out. */
const IN_SERVICES: readonly Cell[] = [
  { rooms: 100, players: 20 },
  { rooms: 10, players: 200 },
  { rooms: 1, players: 20 },
  { rooms: 500, players: 20 },
  { rooms: 1, players: 2_000 },
];

export const cellsToMeasure = (layout: LayoutName, isQuick: boolean): readonly Cell[] =>
  (layout === 'services' ? IN_SERVICES : ALL_CELLS).filter(
    (cell) => isPlayedHere(cell) && (!isQuick || cell.rooms * cell.players <= QUICK_PLAYERS),
  );

/** Players and the moderator's desk. */
export const socketsOf = ({ rooms, players }: Cell): number => rooms * (players + 1);
/** Buzzes a second at an event. */
export const eventRate = ({ rooms, players }: Cell): number => rooms * players * BUZZES_PER_PLAYER_SECOND;
/** What a buzz is written to. */
export const deliveriesOf = (buzzes: number, { players }: Cell): number => buzzes * (players + 1);

/** Buzzes a second of the steps that are played in every cell; without the one of an event where that is too much. */
export function ratesOf(cell: Cell): number[] {
  const event = eventRate(cell);
  const busy = Math.min(BUSY_DELIVERIES / (cell.players + 1), cell.rooms * BUZZES_PER_ROOM_SECOND);
  const isPlayable = deliveriesOf(event, cell) <= MOST_DELIVERIES;
  return [...(isPlayable ? [event] : []), busy];
}

const RISE = 1.7;
/** Rates at which the highest is looked for. */
export function* risingRates(cell: Cell): Generator<number> {
  const [most, from] = [cell.rooms * BUZZES_PER_ROOM_SECOND * 4, Math.max(...ratesOf(cell))];
  for (let rate = from * RISE; rate <= most; rate *= RISE) yield rate;
}
