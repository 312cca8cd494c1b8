import { SEAT_REFUSALS_MAX } from './constants.js';
import type { GameEvent } from './events.js';
import type { UserId } from './ids.js';
import type { Game, Player, SeatRefusal, SeatRequest } from './state.js';

type The<T extends GameEvent['type']> = GameEvent & { type: T };

export function requestOf(event: The<'seatRequested'>): SeatRequest {
  const { type: _type, ...request } = event;
  return request;
}

/** Requests without the one of this user. */
export const withoutRequest = <R extends Pick<SeatRequest, 'playerId'>>(
  requests: readonly R[],
  playerId: UserId,
): readonly R[] => requests.filter((request) => request.playerId !== playerId);

/** The same game or view once a seat belongs to somebody else. */
export function requestsMoved<
  R extends Pick<SeatRequest, 'holderId'>,
  G extends { readonly seatRequests: readonly R[] },
>(game: G, { from, to }: { readonly from: UserId; readonly to: UserId }): G {
  if (game.seatRequests.length === 0) return game;
  const moved = (request: R): R => (request.holderId === from ? { ...request, holderId: to } : request);
  return { ...game, seatRequests: game.seatRequests.map(moved) };
}

export function refused(game: Game, { playerId, at }: The<'seatRefused'>): Game {
  const request = game.seatRequests.find((one) => one.playerId === playerId);
  if (request === undefined) return game;
  const { deviceHash } = request;
  const before = refusalOf(game, playerId, deviceHash);
  const others = game.seatRefusals.filter((refusal) => refusal !== before);
  const refusal = { playerId, deviceHash, at, times: (before?.times ?? 0) + 1 };
  return {
    ...game,
    seatRequests: withoutRequest(game.seatRequests, playerId),
    seatRefusals: [...others, refusal].slice(-SEAT_REFUSALS_MAX),
  };
}

/** What this user, or somebody on this device, was refused. */
export const refusalOf = (
  { seatRefusals }: Pick<Game, 'seatRefusals'>,
  playerId: UserId,
  deviceHash: string | null,
): SeatRefusal | undefined =>
  seatRefusals.findLast(
    (refusal) => refusal.playerId === playerId || (deviceHash !== null && refusal.deviceHash === deviceHash),
  );

/** The seat is known by what its new device showed. A seat that its new owner had before is known by what the old device has. */
export function seatGiven(game: Game, { from, to, seatHash, deviceHash }: The<'seatGiven'>): Game {
  const given = game.players.find(({ id }) => id === to);
  if (given === undefined) return game;
  const known = (player: Player): Player => {
    if (player.id === to) return { ...player, seatHash, deviceHash };
    return player.id === from ? { ...player, seatHash: given.seatHash, deviceHash: given.deviceHash } : player;
  };
  return { ...game, players: game.players.map(known), seatRequests: withoutRequest(game.seatRequests, to) };
}
