import { type Limit, raisedIn, raiseFor } from '@earworm/contracts';
import type { RaisedAddresses, RaisedFor } from '@earworm/service-kit/raised-addresses';
import type { Counters, Left } from './counters.js';

/** Whose limits are raised. */
export type Raised = Pick<RaisedAddresses, 'at' | 'inRoomsOf'>;

export const NONE_RAISED: Raised = { at: () => null, inRoomsOf: () => null };

interface Spender {
  readonly address: string | null;
  /** Of the game, in which `inRoomsOf` counts. */
  readonly showId?: string | undefined;
  /** Points of one game are bounded by the people of one room. */
  readonly gameId?: string;
}

/** What an address may spend beyond its own limit; null: nothing. */
export type SpendMore = (spender: Spender, points?: number, spend?: boolean) => Promise<Left | null>;

/**
 * Beyond its limit, an address of an event spends from what the event has for all its addresses together, so that a
 * network of 256 addresses has no more than one address.
 */
export function spendMoreOf(
  name: string,
  variable: string,
  limit: Limit,
  counters: Counters,
  raised: Raised,
): SpendMore {
  const where = raisedIn(variable);
  if (where === null) return async () => null;
  const ofEvents = counters(`${name}:event`, limit);
  const raisedFor = ({ address, showId }: Spender): RaisedFor | null =>
    where === 'room' ? raised.inRoomsOf(showId, address) : raised.at(address);
  return async (spender, points, spend = true) => {
    const found = raisedFor(spender);
    if (found === null) return null;
    const { gameId } = spender;
    const most = Math.floor((raiseFor(gameId === undefined ? found.people : found.perRoom) - 1) * limit.points);
    const key = gameId === undefined ? found.showId : `${gameId} ${found.showId}`;
    return spend ? ofEvents.spend(key, points, most) : ofEvents.look(key, most);
  };
}
