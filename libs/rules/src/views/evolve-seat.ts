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
  const next = seat === null ? taken(event, userId, viewAfter) : applied(seat, event, userId, viewAfter);
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
  return {
    id: userId,
    seat,
    name,
    score: STARTING_SCORE,
    isActive: true,
    place: null,
    out: false,
    rank,
    ...NEVER_JUDGED,
  };
}

const NEVER_JUDGED = { removed: null, beforeVerdict: null } as const;

function applied(seat: OwnSeat, event: SeenViewEvent, userId: UserId, viewAfter?: GameView): OwnSeat | null {
  switch (event.type) {
    case 'playerBuzzed':
      return event.playerId === userId ? { ...seat, place: event.place } : seat;
    case 'answerJudged': {
      const own = event.playerId === userId;
      const score = own ? event.score : seat.score;
      if (event.correct) return { ...roundOver(seat), score };
      return {
        ...seat,
        score,
        place: own ? null : movedUp(seat.place, 1),
        out: own ? event.out : seat.out,
        beforeVerdict: null,
      };
    }
    case 'playerLeft':
      return left(seat, event, userId);
    case 'playerRemoved':
    case 'playerBanned': {
      const gone = event.wasActive ? left(seat, event, userId) : seat;
      const how = event.type === 'playerBanned' ? 'banned' : 'removed';
      return event.playerId === userId ? { ...gone, removed: how } : gone;
    }
    case 'questionMarkedUnanswered':
      return roundOver(seat);
    case 'questionSelected':
    case 'gameCompleted':
      return { ...seat, place: null, out: false, beforeVerdict: null };
    case 'settingsChanged':
    case 'timeTrialSwitched':
      return { ...seat, beforeVerdict: null };
    case 'verdictUndone':
      return undone(seat, event, userId);
    case 'verdictChanged': {
      const kept = viewAfter !== undefined && viewAfter.lastVerdict === null ? { ...seat, beforeVerdict: null } : seat;
      return event.playerId === userId ? { ...kept, score: seat.score + event.gain } : kept;
    }
    case 'scoreChanged':
      return event.playerId === userId ? { ...seat, score: seat.score + event.gain } : seat;
    case 'playerRejoined':
      return event.playerId === userId ? { ...seat, isActive: true, name: event.name, removed: null } : seat;
    case 'playerRenamed':
    case 'playerNameSet':
      return event.playerId === userId ? { ...seat, name: event.name } : seat;
    case 'seatMoved':
      return event.from === userId ? null : seat;
    default:
      return seat;
  }
}

/** Between questions nobody waits; an undo gives back who did. */
function roundOver(seat: OwnSeat): OwnSeat {
  const { place, out } = seat;
  return { ...seat, place: null, out: false, beforeVerdict: beforeVerdict(place, out) };
}

const beforeVerdict = (place: number | null, out: boolean): OwnSeat['beforeVerdict'] =>
  place === null && !out ? null : { place, out };

function left(
  seat: OwnSeat,
  { playerId, place: gone }: { readonly playerId: UserId; readonly place: number | null },
  userId: UserId,
): OwnSeat {
  const own = playerId === userId;
  const after = (place: number | null) => (own ? null : movedUp(place, gone));
  const { beforeVerdict: before } = seat;
  return {
    ...seat,
    isActive: own ? false : seat.isActive,
    place: after(seat.place),
    beforeVerdict: before && beforeVerdict(after(before.place), before.out),
  };
}

function undone(seat: OwnSeat, event: SeenViewEvent & { type: 'verdictUndone' }, userId: UserId): OwnSeat {
  const own = event.playerId === userId;
  const score = own ? seat.score + event.gain : seat.score;
  if (event.ended) {
    const { place, out } = seat.beforeVerdict ?? { place: null, out: false };
    return { ...seat, score, place, out, beforeVerdict: null };
  }
  const { before, after } = event.places;
  if (own) return { ...seat, score, place: after, out: event.out };
  // The player whose verdict it was stands in front again, or where they buzzed after they had left, and nowhere else.
  const place = movedUp(seat.place, before);
  return { ...seat, place: place !== null && after !== null && after <= place ? place + 1 : place };
}

/** A place in the queue after the one at `gone` was freed. */
const movedUp = (place: number | null, gone: number | null): number | null =>
  place !== null && gone !== null && gone < place ? place - 1 : place;
