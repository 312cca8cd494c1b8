import { mostCores, type PartModel } from './capacity.js';
import { sum } from './format.js';
import type { MeasuredCell } from './measure-cell.js';
import type { Cell } from './plan.js';

/** A thread that is busy for longer delays buzzes noticeably. */
export const BUSY_SHARE = 0.7;
export const MOST_ROOMS = 10_000;

export interface Found {
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
