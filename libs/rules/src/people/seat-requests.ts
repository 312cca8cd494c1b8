import { z } from 'zod';
import { SEAT_REFUSALS_MAX, SEAT_REFUSED_MS, SEAT_REQUESTS_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type Outcome, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { playerOf } from '../players.js';
import { isUnreviewed } from '../reviewed.js';
import { hasDesk } from '../rights.js';
import type { Game, Player, SeatRefusal } from '../state.js';
import { join, joinFields, type JoinEvent, ownSeat } from './join.js';
import type { playerLeft, playerRejoined } from './leave.js';
import { isBanned, nameHeld, seatNamed } from './names-held.js';
import { requestsEnded, type seatRequestEnded, withoutRequest } from './requests-ended.js';
import { type seatMoved, seatsSwapped } from './seat-moved.js';
import { latecomerJoins, type teamJoined } from '../teams/places.js';

/** After one refusal a user may ask again after a while: the moderator may have meant another person. */
const REFUSALS_MAX = 2;

/**
 * A user on a device that the seat does not know asks the moderator for it. `holderId`, `name` and `score` are the seat's.
 * `returns`: its own player asks, who was removed and finds joining locked.
 */
export const seatRequested = event('seatRequested', {
  fields: () => ({
    playerId: UserId,
    seat: z.number(),
    holderId: UserId,
    name: z.string(),
    score: z.number(),
    returns: z.literal(true).optional(),
    seatHash: z.string().nullable(),
    deviceHash: z.string().nullable(),
  }),
  evolve: (game, { type: _type, ...request }) => ({
    ...game,
    seatRequests: [...withoutRequest(game.seatRequests, request.playerId), request],
  }),
  view: (v, { seatHash: _seatHash, deviceHash: _deviceHash, ...seen }) => ({ v, ...seen }),
});
export const seatRequestedView: ViewEvolution<typeof seatRequested> = {
  evolveView: (view, { v: _v, type: _type, ...request }) => ({
    ...view,
    seatRequests: [...withoutRequest(view.seatRequests, request.playerId), request],
  }),
};

/**
 * Takes the seat of this name at once if it is the user's own; else the moderator is asked, also while its player is active. A
 * removed player, whose name anyone may take, asks for the own seat while joining is locked.
 */
export const requestSeat = command('requestSeat', {
  issuer: 'anyone',
  fields: joinFields,
  decide: (turn, command): Outcome<JoinEvent | EventOf<typeof seatRequested>> => {
    const { game, at, ctx } = turn;
    const playerId = ctx.actor.userId;
    const deviceHash = ctx.deviceHash ?? null;
    if (hasDesk(game, playerId)) return rejected('not-allowed');
    if (isBanned(game, ctx)) return rejected('banned');
    const cleaned = cleanName(command.name);
    if ('refused' in cleaned) return rejected(cleaned.refused);
    const named = seatNamed(game, cleaned.name);
    const own = ownSeat(game, ctx);
    const returns = named === null && own !== null && own.removed !== null;
    const wanted = returns ? own : named;
    if (wanted === null) return rejected('player-not-found');
    const { seat, id: holderId, name, score } = wanted;
    const { seatHash } = ctx;
    const isGranted = seatHash !== null && wanted.seatHash === seatHash && playerOf(game, playerId) === null;
    const isOwn = holderId === playerId || isGranted;
    if (isOwn && !(returns && game.joiningLocked)) return join(turn, { name: returns ? cleaned.name : name });

    if (wanted.sentTo !== undefined) return rejected('sent-on');
    // All views hold the name of a seat that is asked for.
    if (isUnreviewed(game, wanted.id)) return rejected('names-in-review');
    const refusal = refusalOf(game, playerId, deviceHash);
    if (refusal !== undefined && (refusal.times >= REFUSALS_MAX || at - refusal.at < SEAT_REFUSED_MS))
      return rejected('seat-refused');
    const open = game.seatRequests.find((request) => request.playerId === playerId);
    // Not replaced: a moderator must never allow a request that changed while they tapped.
    if (open !== undefined) return open.seat === seat ? [] : rejected('seat-request-open');
    // The same device, signed in again: the user who asked before no longer waits.
    const former = requestsEnded(game, at, true, (one) => deviceHash !== null && one.deviceHash === deviceHash);
    if (game.seatRequests.length - former.length >= SEAT_REQUESTS_MAX) return rejected('too-many-seat-requests');
    const request = { playerId, seat, holderId, name, score, ...(returns ? { returns } : {}), seatHash, deviceHash };
    return [...former, { type: 'seatRequested', at, ...request }];
  },
});

/** What this user, or a user on this device, was refused. */
const refusalOf = ({ seatRefusals }: Game, playerId: UserId, deviceHash: string | null): SeatRefusal | undefined =>
  seatRefusals.findLast(
    (refusal) => refusal.playerId === playerId || (deviceHash !== null && refusal.deviceHash === deviceHash),
  );

export const withdrawSeatRequest = command('withdrawSeatRequest', {
  issuer: 'anyone',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof seatRequestEnded> =>
    requestsEnded(game, at, false, ({ playerId }) => playerId === ctx.actor.userId),
});

/** The user who asked is gone, or the moderator did not answer for too long. */
export const lapseSeatRequest = command('lapseSeatRequest', {
  issuer: 'server',
  fields: () => ({ playerId: UserId }),
  decide: ({ game, at }, { playerId }): Emits<typeof seatRequestEnded> =>
    requestsEnded(game, at, true, (request) => request.playerId === playerId),
});

export const seatRefused = event('seatRefused', {
  fields: () => ({ playerId: UserId, seat: z.number() }),
  evolve: (game, { playerId, at }) => {
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
  },
});
export const seatRefusedView: ViewEvolution<typeof seatRefused> = {
  by: 'moderator',
  evolveView: (view, { playerId }) => ({ ...view, seatRequests: withoutRequest(view.seatRequests, playerId) }),
};

/**
 * Follows the `seatMoved` of a seat that the moderator gave to the user who asked: from now on it is known by these hashes. A
 * removed player who gets the own seat back is both `from` and `to`.
 */
export const seatGiven = event('seatGiven', {
  fields: () => ({
    from: UserId,
    to: UserId,
    seatHash: z.string().nullable(),
    deviceHash: z.string().nullable(),
  }),
  evolve: (game, { from, to, seatHash, deviceHash }) => {
    const given = game.players.find(({ id }) => id === to);
    if (given === undefined) return game;
    // A seat that its new owner had before is known by what the old device has.
    const renamed = (player: Player): Player => {
      if (player.id === to) return { ...player, seatHash, deviceHash };
      return player.id === from ? { ...player, seatHash: given.seatHash, deviceHash: given.deviceHash } : player;
    };
    return { ...game, players: game.players.map(renamed), seatRequests: withoutRequest(game.seatRequests, to) };
  },
  view: (v, { type, at, from, to }) => ({ v, type, at, from, to }),
});
export const seatGivenView: ViewEvolution<typeof seatGiven> = {
  by: 'moderator',
  evolveView: (view, { to }) => ({ ...view, seatRequests: withoutRequest(view.seatRequests, to) }),
};

/** `playerId`: who asks for the seat. What they had before is left to its previous holder. */
export const answerSeatRequest = command('answerSeatRequest', {
  issuer: 'people',
  fields: () => ({ playerId: UserId, seat: z.number().int().min(1), allow: z.boolean() }),
  decide: (
    { game, at },
    { playerId, seat, allow },
  ): Emits<
    | typeof seatRefused
    | typeof playerLeft
    | typeof seatMoved
    | typeof seatGiven
    | typeof playerRejoined
    | typeof teamJoined
  > => {
    const request = game.seatRequests.find((one) => one.playerId === playerId && one.seat === seat);
    const given = game.players[seat - 1];
    if (request === undefined || given === undefined) return rejected('seat-request-over');
    if (!allow) return [{ type: 'seatRefused', at, playerId, seat }];
    const { id: from, name, isActive } = given;
    if (!isActive && nameHeld(game, name, from, playerId) === 'name-taken') return rejected('name-taken');
    const own = playerOf(game, playerId);
    const { seatHash, deviceHash } = request;
    const moves = () =>
      own === null ? [{ type: 'seatMoved', at, from, to: playerId } as const] : seatsSwapped(game, from, playerId, at);
    return [
      ...(own?.isActive === true && from !== playerId ? [{ type: 'playerLeft', at, playerId } as const] : []),
      ...(from === playerId ? [] : moves()),
      { type: 'seatGiven', at, from, to: playerId, seatHash, deviceHash },
      ...(isActive ? [] : [{ type: 'playerRejoined', at, playerId, name } as const]),
      ...(isActive ? [] : latecomerJoins(game, given, playerId, at)),
    ];
  },
});
