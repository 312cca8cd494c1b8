import { z } from 'zod';
import { event, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, SeatRequest } from '../state.js';

/** Requests without the one of this user. */
export const withoutRequest = <R extends Pick<SeatRequest, 'playerId'>>(
  requests: readonly R[],
  playerId: UserId,
): readonly R[] => requests.filter((request) => request.playerId !== playerId);

/** Without an answer: withdrawn, or `lapsed` because its user no longer waits. */
export const seatRequestEnded = event('seatRequestEnded', {
  fields: () => ({ playerId: UserId, lapsed: z.boolean() }),
  evolve: (game, { playerId }) => ({ ...game, seatRequests: withoutRequest(game.seatRequests, playerId) }),
});
export const seatRequestEndedView: ViewEvolution<typeof seatRequestEnded> = {
  evolveView: (view, { playerId }) => ({ ...view, seatRequests: withoutRequest(view.seatRequests, playerId) }),
};

/** The end of every open request that fits, without an answer. */
export const requestsEnded = (
  { seatRequests }: Game,
  at: number,
  lapsed: boolean,
  fits: (request: SeatRequest) => boolean,
): EventOf<typeof seatRequestEnded>[] =>
  seatRequests.filter(fits).map(({ playerId }) => ({ type: 'seatRequestEnded', at, playerId, lapsed }));

/** Those that end with a ban of these users: what they ask for, from their devices too, and what others ask of their seats. */
export function requestsEndedByBan(game: Game, at: number, users: readonly UserId[]) {
  const seats = users.map((id) => playerOf(game, id)).filter((player) => player !== null);
  return requestsEnded(
    game,
    at,
    true,
    (request) =>
      users.includes(request.playerId) ||
      seats.some(({ seat }) => seat === request.seat) ||
      seats.some(({ deviceHash }) => deviceHash !== null && deviceHash === request.deviceHash),
  );
}
