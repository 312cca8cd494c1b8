import type { CurrentQuestion, LockOut } from './state.js';
import type { Side } from './teams.js';
import type { OwnSeat } from './views.js';

/** What a seat shows of the question in play. */
export type SeatInRound = Pick<OwnSeat, 'place' | 'out' | 'lockedUntil' | 'falseStart' | 'earlyAt'>;
type LockInSeat = Pick<SeatInRound, 'lockedUntil' | 'falseStart' | 'earlyAt'>;

const isOf = (lock: Side, { playerId, team }: Side): boolean =>
  lock.team === team && (team !== undefined || lock.playerId === playerId);

const lockFor = ({ lockOuts = [] }: Pick<CurrentQuestion, 'lockOuts'>, side: Side): LockOut | undefined =>
  lockOuts.find((lock) => isOf(lock, side));

/** What a seat or an event says of a lock. */
export const lockIn = ({ lockedUntil, falseStart, earlyAt }: LockInSeat): LockInSeat =>
  lockedUntil === undefined
    ? {}
    : { lockedUntil, ...(falseStart && { falseStart }), ...(earlyAt !== undefined && { earlyAt }) };

/** As a seat or an event has it: absent for a side that was not locked out on this question. */
export function lockOf(round: CurrentQuestion | null, side: Side): LockInSeat {
  const lock = round === null ? undefined : lockFor(round, side);
  return lock === undefined ? {} : lockIn({ ...lock, lockedUntil: lock.until });
}

/** ms since the epoch; 0 for a side that was not locked out. */
export const lockedUntilFor = (round: CurrentQuestion, side: Side): number => lockFor(round, side)?.until ?? 0;

export const isLockedOut = (round: CurrentQuestion, side: Side, now: number): boolean =>
  now < lockedUntilFor(round, side);

/** The round in which this side may not buzz before `until`, ms since the epoch. `earlyAt`: when it buzzed before the song. */
export function lockedOut(
  round: CurrentQuestion,
  { playerId, team }: Side,
  until: number,
  earlyAt?: number,
): CurrentQuestion {
  const lock = {
    playerId,
    ...(team !== undefined && { team }),
    until,
    ...(earlyAt !== undefined && { falseStart: true as const, earlyAt }),
  };
  return { ...round, lockOuts: [...(round.lockOuts ?? []).filter((each) => !isOf(each, lock)), lock] };
}

/** Whether a lock is of a buzz before the song that was not before `from`, ms since the epoch. */
export const isEarlySince = ({ earlyAt }: Pick<LockOut, 'earlyAt'>, from: number): boolean =>
  earlyAt !== undefined && earlyAt >= from;

/** The round without the locks of buzzes before the song since then. */
export function forgiven(round: CurrentQuestion, from: number): CurrentQuestion {
  const { lockOuts = [], ...rest } = round;
  const left = lockOuts.filter((lock) => !isEarlySince(lock, from));
  if (left.length === lockOuts.length) return round;
  return left.length === 0 ? rest : { ...rest, lockOuts: left };
}

/** The seat with another state of the round, of which nothing stays. */
export function seatInRound(seat: OwnSeat, state: SeatInRound): OwnSeat {
  const { lockedUntil: _lockedUntil, falseStart: _falseStart, earlyAt: _earlyAt, ...rest } = seat;
  return { ...rest, ...state };
}

/** What an undo of the verdict that ended a round would give back to a player. */
export const beforeVerdict = ({ place, out, ...lock }: SeatInRound): OwnSeat['beforeVerdict'] =>
  place === null && !out && lock.lockedUntil === undefined ? null : { place, out, ...lockIn(lock) };
