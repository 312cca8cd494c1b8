import {
  type Ceiling,
  CEILINGS as CEILING_TABLE,
  COUNTED_ACTIONS,
  type CountedAction,
  type Limit,
  rowsOf,
  type RowVariable,
} from '@earworm/contracts';

export { type CountedBy, type Limit, parseLimit } from '@earworm/contracts';

export const ACTIONS = COUNTED_ACTIONS;
export const CEILINGS = Object.keys(CEILING_TABLE) as Ceiling[];
export const LIMIT_DEFAULTS = Object.fromEntries(ACTIONS.map((action) => [action, rowsOf(action)])) as Readonly<
  Record<CountedAction, ReturnType<typeof rowsOf>>
>;

/** Clients without a device share the points of this many devices per address. */
export const DEVICES_WITHOUT_COOKIE = 10;

/** After a burst, requests wait for its window to end and then pass at `rate`. */
export interface JoinQueueOptions {
  readonly burst: Limit;
  readonly rate: Limit;
}

export interface Limits {
  readonly rows: Readonly<Record<RowVariable, Limit>>;
  readonly ceilings: Readonly<Record<Ceiling, Limit>>;
  readonly seats: JoinQueueOptions;
}
