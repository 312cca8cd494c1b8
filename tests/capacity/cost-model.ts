import { sum } from './format.js';
import { isPlayable, type MeasuredCell } from './measure-cell.js';
import { fit, leaveOneOut, type ModelError, predict, type Terms } from './least-squares.js';
import { type Cell, deliveriesOf, eventRate, type LayoutName, socketsOf } from './plan.js';

/** Errors below this many cores, CPU seconds and MB are relative to it. */
const FLOORS = { cpu: 0.1, joins: 1, memory: 100 };
/** With fewer, the costs of a room, a socket, a buzz and a delivery cannot be separated. */
const LEAST_CELLS = 4;
/** Those of which a game needs one and a large installation one or two; what they use is shown together. */
const FEW = new Set(['identity', 'library', 'rate-limit', 'telemetry', 'feedback', 'shows']);
export const THE_OTHERS = 'the others';
/** All players arrive within this. */
export const ARRIVING_SECONDS = 600;

const amountsOf = (cell: Cell, buzzes: number): Terms => [
  1,
  cell.rooms,
  socketsOf(cell),
  buzzes,
  deliveriesOf(buzzes, cell),
];

interface Modelled {
  readonly terms: Terms;
  readonly error: ModelError;
}

/** What one process, or all of one kind, uses. */
export interface PartModel {
  readonly part: string;
  /** Cores, for: itself, a room, a socket, a buzz a second, a delivery a second. */
  readonly cpu: Modelled;
  /** CPU seconds, for: a room that is created, a player who joins. */
  readonly joins: Modelled;
  /** MB, for: itself, a room, a socket. Null of the database, whose memory is set by its configuration. */
  readonly memory: Modelled | null;
}

function summed(figures: Readonly<Record<string, number>>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, figure] of Object.entries(figures)) {
    const part = FEW.has(name) ? THE_OTHERS : name;
    sums[part] = (sums[part] ?? 0) + figure;
  }
  return sums;
}

/** Empty where too little was measured. */
export function partsOf(all: readonly MeasuredCell[], layout: LayoutName): PartModel[] {
  const cells = all.filter((cell) => cell.layout === layout);
  if (cells.length < LEAST_CELLS) return [];
  const names = Object.keys(summed(cells[0]?.steps[0]?.cpu ?? {}));
  return names.map((part) => {
    const cpu = cells.flatMap((cell) =>
      cell.steps.filter(isPlayable).map(({ buzzes, seconds, cpu: used }) => ({
        group: cell,
        amounts: amountsOf(cell, buzzes / seconds),
        used: Math.max(0, summed(used)[part] ?? 0) / seconds,
      })),
    );
    const joins = cells.map((cell) => ({
      group: cell,
      amounts: [cell.rooms, cell.joins.count],
      used: summed(cell.joins.cpu)[part] ?? 0,
    }));
    const memory = cells.flatMap((cell) => {
      const used = summed(cell.memory.most)[part];
      return used === undefined ? [] : [{ group: cell, amounts: [1, cell.rooms, socketsOf(cell)], used }];
    });
    const modelled = (observations: Parameters<typeof leaveOneOut>[0], floor: number): Modelled => ({
      terms: fit(observations, { floor }),
      error: leaveOneOut(observations, { floor }),
    });
    return {
      part,
      cpu: modelled(cpu, FLOORS.cpu),
      joins: modelled(joins, FLOORS.joins),
      memory: memory.length === 0 ? null : modelled(memory, FLOORS.memory),
    };
  });
}

/** Cores of a process while an event is played in all rooms. */
export const coresAtEvent = ({ cpu }: PartModel, cell: Cell): number =>
  predict(cpu.terms, amountsOf(cell, eventRate(cell)));

/** Its cores while players arrive. */
export const coresOnArrival = ({ cpu, joins }: PartModel, cell: Cell): number =>
  predict(cpu.terms, amountsOf(cell, 0)) +
  predict(joins.terms, [cell.rooms, cell.rooms * cell.players]) / ARRIVING_SECONDS;

export const mostCores = (part: PartModel, cell: Cell): number =>
  Math.max(coresAtEvent(part, cell), coresOnArrival(part, cell));

export const memoryOf = ({ memory }: PartModel, cell: Cell): number =>
  memory === null ? 0 : predict(memory.terms, [1, cell.rooms, socketsOf(cell)]);

/** So many rooms of a size make one thread of the process busy for this share of the time. */
export function roomsWithin(cores: number, part: PartModel, players: number): number {
  const [own = 0] = part.cpu.terms;
  const each = mostCores(part, { rooms: 1, players }) - own;
  return Math.floor((cores - own) / each);
}

/** A thread that is busy for longer delays buzzes noticeably. */
export const BUSY_SHARE = 0.7;
export const MOST_ROOMS = 10_000;

export interface CostModels {
  readonly cells: readonly MeasuredCell[];
  readonly standalone: readonly PartModel[];
  readonly services: readonly PartModel[];
}

export const serverOf = (parts: readonly PartModel[], name: string): PartModel => {
  const part = parts.find((each) => each.part === name);
  if (part === undefined) throw new Error(`nothing was measured of ${name}`);
  return part;
};

export const isMeasured = (cells: readonly MeasuredCell[], { rooms, players }: Cell): boolean =>
  cells.some((cell) => cell.layout === 'standalone' && cell.rooms === rooms && cell.players === players);

/** Of all processes together. */
export const inAll = (parts: readonly PartModel[], cell: Cell) => sum(parts.map((part) => mostCores(part, cell)));
