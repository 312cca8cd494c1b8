import { STARTING_SCORE } from '../constants.js';
import type { UserId } from '../ids.js';
import type { GameView, OwnSeat } from '../views.js';
import { rankAmong } from './leaders.js';
import type { SeenViewEvent, ViewEvent } from './view-event.js';

/**
 * A player's own seat after an event: what `seatOf` makes of the state after it, except `rank`. A rank depends on
 * everybody's score, which a player is not sent: it is read off the leaders of `viewAfter` unless the player is behind all
 * of them, and then stays what it last was. Never throws.
 */
export function evolveSeat(
  seat: OwnSeat | null,
  event: ViewEvent,
  userId: UserId,
  viewAfter?: GameView,
): OwnSeat | null {
  if (event.type === undefined) return seat;
  const next = seat === null ? taken(event, userId, viewAfter) : applied(seat, event, userId);
  if (next === null || viewAfter === undefined) return next;
  const rank = rankInView(viewAfter, next);
  return rank === next.rank ? next : { ...next, rank };
}

/** Rank from 1. Behind all leaders shown it is what it last was. */
export function rankInView({ leaders }: Pick<GameView, 'leaders'>, { score, rank }: OwnSeat): number {
  const last = leaders.at(-1);
  return last === undefined || score < last.score ? rank : rankAmong(leaders, score);
}

/** The seat that an event gives to somebody who had none. */
function taken(event: SeenViewEvent, userId: UserId, viewAfter?: GameView): OwnSeat | null {
  if (event.type === 'seatMoved') return event.to === userId ? event.seat : null;
  if (event.type !== 'playerJoined' || event.playerId !== userId) return null;
  const { seat, name } = event;
  const rank = viewAfter?.playerCount ?? seat;
  return { id: userId, seat, name, score: STARTING_SCORE, isActive: true, place: null, out: false, rank };
}

function applied(seat: OwnSeat, event: SeenViewEvent, userId: UserId): OwnSeat | null {
  switch (event.type) {
    case 'playerBuzzed':
      return event.playerId === userId ? { ...seat, place: event.place } : seat;
    case 'answerJudged': {
      const own = event.playerId === userId;
      const score = own ? event.score : seat.score;
      if (event.correct) return { ...seat, score, place: null, out: false };
      return { ...seat, score, place: own ? null : movedUp(seat.place, 1), out: own ? event.out : seat.out };
    }
    case 'playerLeft':
      if (event.playerId === userId) return { ...seat, isActive: false, place: null };
      return { ...seat, place: movedUp(seat.place, event.place) };
    case 'questionSelected':
    case 'questionMarkedUnanswered':
    case 'gameCompleted':
      return { ...seat, place: null, out: false };
    case 'playerRejoined':
      return event.playerId === userId ? { ...seat, isActive: true, name: event.name } : seat;
    case 'playerRenamed':
      return event.playerId === userId ? { ...seat, name: event.name } : seat;
    case 'seatMoved':
      return event.from === userId ? null : seat;
    default:
      return seat;
  }
}

/** A place in the queue after the one at `gone` was freed. */
const movedUp = (place: number | null, gone: number | null): number | null =>
  place !== null && gone !== null && gone < place ? place - 1 : place;
