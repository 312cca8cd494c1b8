import type { CurrentQuestion } from './state.js';
import type { Side } from './teams.js';
import type { OwnSeat } from './views.js';

/** What a seat shows of the question in play. */
export type SeatInRound = Pick<OwnSeat, 'place' | 'out' | 'lockedUntil'>;

const isOf = (lock: Side, { playerId, team }: Side): boolean =>
  lock.team === team && (team !== undefined || lock.playerId === playerId);

const lockedUntilFor = ({ lockOuts = [] }: Pick<CurrentQuestion, 'lockOuts'>, side: Side): number | undefined =>
  lockOuts.find((lock) => isOf(lock, side))?.until;

/** As a seat or an event has it: absent for a side that was not locked out on this question. */
export function lockOf(round: CurrentQuestion | null, side: Side): Pick<SeatInRound, 'lockedUntil'> {
  const lockedUntil = round === null ? undefined : lockedUntilFor(round, side);
  return lockedUntil === undefined ? {} : { lockedUntil };
}

export const isLockedOut = (round: CurrentQuestion, side: Side, now: number): boolean =>
  now < (lockedUntilFor(round, side) ?? now);

/** The round in which this side may not buzz before `until`, ms since the epoch. */
export function lockedOut(round: CurrentQuestion, { playerId, team }: Side, until: number): CurrentQuestion {
  const lock = { playerId, ...(team !== undefined && { team }), until };
  return { ...round, lockOuts: [...(round.lockOuts ?? []).filter((each) => !isOf(each, lock)), lock] };
}

/** The seat with another state of the round, of which nothing stays. */
export function seatInRound(seat: OwnSeat, state: SeatInRound): OwnSeat {
  const { lockedUntil: _lockedUntil, ...rest } = seat;
  return { ...rest, ...state };
}

/** What an undo of the verdict that ended a round would give back to a player. */
export const beforeVerdict = ({ place, out, lockedUntil }: SeatInRound): OwnSeat['beforeVerdict'] =>
  place === null && !out && lockedUntil === undefined
    ? null
    : { place, out, ...(lockedUntil !== undefined && { lockedUntil }) };
