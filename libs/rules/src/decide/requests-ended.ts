import type { GameEvent } from '../events.js';
import type { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, SeatRequest } from '../state.js';

/** The end of every open request that fits, without an answer. */
export const requestsEnded = (
  { seatRequests }: Game,
  at: number,
  lapsed: boolean,
  fits: (request: SeatRequest) => boolean,
): GameEvent[] => seatRequests.filter(fits).map(({ playerId }) => ({ type: 'seatRequestEnded', at, playerId, lapsed }));

/** Those that end with a ban of these users: what they ask for, from their devices too, and what others ask of their seats. */
export function requestsEndedByBan(game: Game, at: number, users: readonly UserId[]): GameEvent[] {
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
