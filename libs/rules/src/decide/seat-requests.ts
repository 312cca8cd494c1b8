import type { Command, ServerCommand } from '../commands.js';
import { SEAT_REFUSED_MS, SEAT_REQUESTS_MAX } from '../constants.js';
import type { GameEvent } from '../events.js';
import type { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { playerOf } from '../players.js';
import { refusalOf } from '../seat-requests.js';
import type { Game, Player } from '../state.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';
import { seatsSwapped } from './move-user.js';
import { isBanned, join, nameHeld, seatNamed } from './people.js';
import { requestsEnded } from './requests-ended.js';

type The<T extends Command['type']> = Command & { type: T };

/** Refused once, one may ask again after a while: the moderator may have meant somebody else. */
const REFUSALS_MAX = 2;

/** Takes up the seat of this name at once if it is one's own; else the moderator is asked, also while its player is active. */
export function requestSeat(turn: Turn, command: The<'requestSeat'>): Decision {
  const { game, at, ctx } = turn;
  const playerId = ctx.actor.userId;
  const deviceHash = ctx.deviceHash ?? null;
  if (playerId === game.moderatorId) return rejected('not-allowed');
  if (isBanned(game, ctx)) return rejected('banned');
  const cleaned = cleanName(command.name);
  if ('refused' in cleaned) return rejected(cleaned.refused);
  const wanted = seatNamed(game, cleaned.name);
  if (wanted === null) return rejected('player-not-found');
  const isShown = ctx.seatHash !== null && wanted.seatHash === ctx.seatHash && playerOf(game, playerId) === null;
  const isOwn = wanted.id === playerId || isShown;
  if (isOwn) return join(turn, { ...command, type: 'joinGame', name: wanted.name });

  const refusal = refusalOf(game, playerId, deviceHash);
  if (refusal !== undefined && (refusal.times >= REFUSALS_MAX || at - refusal.at < SEAT_REFUSED_MS))
    return rejected('seat-refused');
  const open = game.seatRequests.find((request) => request.playerId === playerId);
  // Not replaced: a moderator must never allow what has changed under their finger.
  if (open !== undefined) return open.seat === wanted.seat ? NO_CHANGE : rejected('seat-request-open');
  // The same device, signed in anew: the user who asked before does not wait any more.
  const former = requestsEnded(game, at, true, (one) => deviceHash !== null && one.deviceHash === deviceHash);
  if (game.seatRequests.length - former.length >= SEAT_REQUESTS_MAX) return rejected('too-many-seat-requests');
  const { seat, id: holderId, name, score } = wanted;
  const { seatHash } = ctx;
  const asks = { type: 'seatRequested', at, playerId, seat, holderId, name, score, seatHash, deviceHash } as const;
  return accepted(...former, asks);
}

export const withdrawSeatRequest = ({ game, at, ctx }: Turn): Decision =>
  accepted(...requestsEnded(game, at, false, ({ playerId }) => playerId === ctx.actor.userId));

/** The server's own. */
export const lapseSeatRequest = (
  { game, at }: Turn,
  { playerId }: ServerCommand & { type: 'lapseSeatRequest' },
): Decision => accepted(...requestsEnded(game, at, true, (request) => request.playerId === playerId));

/** What somebody who gets the seat had before is left to its previous holder. */
export function answerSeatRequest({ game, at }: Turn, { playerId, seat, allow }: The<'answerSeatRequest'>): Decision {
  const request = game.seatRequests.find((one) => one.playerId === playerId && one.seat === seat);
  const given = game.players[seat - 1];
  if (request === undefined || given === undefined) return rejected('seat-request-over');
  if (!allow) return accepted({ type: 'seatRefused', at, playerId, seat });
  if (!given.isActive && nameHeld(game, given.name, given.id, playerId) === 'name-taken') return rejected('name-taken');
  const own = playerOf(game, playerId);
  const { seatHash, deviceHash } = request;
  return accepted(
    ...(own?.isActive === true ? [{ type: 'playerLeft', at, playerId } as const] : []),
    ...moved(game, given, own, playerId, at),
    { type: 'seatGiven', at, from: given.id, to: playerId, seatHash, deviceHash },
    ...(given.isActive ? [] : [{ type: 'playerRejoined', at, playerId, name: given.name } as const]),
  );
}

const moved = (game: Game, { id: from }: Player, own: Player | null, to: UserId, at: number): GameEvent[] =>
  own === null ? [{ type: 'seatMoved', at, from, to }] : seatsSwapped(game, from, to, at);
