import { z } from 'zod';
import { NAME_MAX_UNITS, PLAYERS_MAX, STARTING_SCORE, UNREVIEWED_MAX } from '../constants.js';
import { command, event, rejected, type EventOf, type Outcome, type Turn, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { changedPlayer, playerOf, withPlayer } from '../players.js';
import { withReportsOfName } from '../reported.js';
import { isUnreviewed, toReview, withNameToReview, withUnreviewed, unreviewedOf } from '../reviewed.js';
import { hasDesk } from '../rights.js';
import type { Game, Player } from '../state.js';
import { latecomerJoins, type teamJoined } from '../teams/places.js';
import { rankedWith } from '../views/leaders.js';
import { personRenamed } from '../views/people-in-view.js';
import { nameOf } from '../views/view-of.js';
import type { playerRejoined } from './leave.js';
import { isBlockedName } from './blocked-names.js';
import { freeNameLike, isBanned, nameHeld } from './names-held.js';
import { requestsEnded, type seatRequestEnded } from './requests-ended.js';
import type { seatMoved } from './seat-moved.js';

export const playerJoined = event('playerJoined', {
  fields: () => ({
    playerId: UserId,
    name: z.string(),
    isAdmin: z.boolean(),
    seatHash: z.string().nullable(),
    deviceHash: z.string().optional(),
  }),
  evolve: (game, { playerId, name, isAdmin, at, seatHash, deviceHash }) => {
    if (playerOf(game, playerId) !== null) return game;
    const player: Player = {
      id: playerId,
      seat: game.players.length + 1,
      name,
      score: STARTING_SCORE,
      isActive: true,
      isAdmin,
      joinedAt: at,
      rejoinedAt: null,
      leftAt: null,
      seatHash,
      deviceHash: deviceHash ?? null,
      nameSet: false,
      removed: null,
    };
    return withUnreviewed(withPlayer(game, player), playerId);
  },
  view: (v, { type, at, playerId }, after) => ({
    v,
    type,
    at,
    playerId,
    name: nameOf(after, playerId),
    seat: playerOf(after, playerId)?.seat ?? 0,
    ...toReview(after, playerId),
  }),
});

export const playerJoinedView: ViewEvolution<typeof playerJoined> = {
  evolveView: (view, { playerId: id, name, seat, unreviewed }) => {
    const leaders = rankedWith(view.leaders, { id, seat, name, score: STARTING_SCORE, isActive: true });
    return {
      ...withNameToReview(view, unreviewed && { id, seat, name }),
      leaders,
      playerCount: view.playerCount + 1,
      activeCount: view.activeCount + 1,
    };
  },
  takeSeat: ({ playerId: id, seat, name, unreviewed }, userId, viewAfter) => {
    if (id !== userId) return null;
    const rank = viewAfter?.playerCount ?? seat;
    const fresh = { isActive: true, place: null, out: false, rank, removed: null, beforeVerdict: null };
    return { id, seat, name, score: STARTING_SCORE, ...fresh, ...(unreviewed && { unreviewed: true }) };
  },
};

export const playerRenamed = event('playerRenamed', {
  fields: () => ({ playerId: UserId, name: z.string() }),
  evolve: (game, { playerId, name }) =>
    withUnreviewed(
      changedPlayer(withReportsOfName(game, playerId, name), playerId, (player) => ({ ...player, name })),
      playerId,
    ),
  view: (v, { type, at, playerId }, after) => ({
    ...{ v, type, at, playerId },
    name: nameOf(after, playerId),
    ...toReview(after, playerId),
  }),
});
export const playerRenamedView: ViewEvolution<typeof playerRenamed> = {
  evolveView: (view, { playerId: id, name, unreviewed }) =>
    withNameToReview(personRenamed(view, id, name), unreviewed && { id, seat: unreviewed.seat, name }),
  evolveSeat: (seat, { playerId, name, unreviewed }, userId) =>
    playerId === userId ? { ...seat, name, ...(unreviewed && { unreviewed: true }) } : seat,
};

/**
 * `seatSecret` is this browser's own random text: a browser that shows it again owns the seat. A browser that cannot store
 * one leaves it out.
 */
export const joinFields = () => ({
  name: z.string().max(NAME_MAX_UNITS),
  seatSecret: z.string().min(16).max(128).optional(),
});

export type JoinEvent = EventOf<
  | typeof seatRequestEnded
  | typeof playerJoined
  | typeof seatMoved
  | typeof playerRejoined
  | typeof playerRenamed
  | typeof teamJoined
>;

/** Joins, comes back, takes a new name, or brings a seat along from another sign-in of the same browser. */
export function join({ game, at, ctx }: Turn, { name: typed }: { readonly name: string }): Outcome<JoinEvent> {
  const playerId = ctx.actor.userId;
  if (hasDesk(game, playerId)) return rejected('not-allowed');
  if (isBanned(game, ctx)) return rejected('banned');
  const cleaned = cleanName(typed);
  if ('refused' in cleaned) return rejected(cleaned.refused);

  const own = playerOf(game, playerId);
  const seat = ownSeat(game, ctx);
  if (game.joiningLocked && (seat === null || seat.removed !== null)) return rejected('joining-locked');
  if (seat?.sentTo !== undefined && !seat.isActive) return rejected('sent-on');
  // A name that the moderator chose stays, unless another active player has it by now, and so does that of a reserved seat.
  const isKept =
    (seat?.reserved !== undefined && seat.removed === null) ||
    (seat?.nameSet === true && nameHeld(game, seat.name, seat.id) !== 'name-taken');
  const name = isKept ? seat.name : cleaned.name;
  // Also the own name of a player who was removed, unless the moderator chose it.
  const isKnown = seat?.name === name && (seat.removed === null || isKept);
  if (!isKnown && isBlockedName(name, game.settings.blockedNames)) return rejected('name-blocked');
  if (seat?.name !== name && isReviewFull(game, seat)) return rejected('names-in-review');
  const device = ctx.deviceHash == null ? {} : { deviceHash: ctx.deviceHash };
  const isUnchanged = seat !== null && seat.isActive && seat.name === name;
  const held = isUnchanged ? null : nameHeld(game, name, seat?.id ?? playerId);
  // Logs of earlier releases hold seats that share a name: the player who comes back first has it.
  if (held === 'name-taken' || (held !== null && seat?.name !== name)) {
    const proposal = freeNameLike(game, name);
    return rejected(held, proposal === null ? undefined : { proposal });
  }
  const ended = requestsEnded(game, at, false, (request) => request.playerId === playerId);
  if (seat === null) {
    if (game.players.length >= PLAYERS_MAX) return rejected('game-full');
    const { isAdmin } = ctx.actor;
    const joined = { type: 'playerJoined', at, playerId, name, isAdmin, seatHash: ctx.seatHash, ...device } as const;
    return [...ended, joined, ...latecomerJoins(game, null, playerId, at)];
  }
  const events: JoinEvent[] = [];
  if (seat !== own) events.push({ type: 'seatMoved', at, from: seat.id, to: playerId });
  if (!seat.isActive) events.push({ type: 'playerRejoined', at, playerId, name, ...device });
  else if (seat.name !== name) events.push({ type: 'playerRenamed', at, playerId, name });
  if (!seat.isActive) events.push(...latecomerJoins(game, seat, playerId, at));
  return events.length === 0 ? [] : [...ended, ...events];
}

export const isReviewFull = (game: Game, seat: Player | null): boolean =>
  game.settings.nameReview === 'on' &&
  (game.unreviewed ?? []).length >= UNREVIEWED_MAX &&
  unreviewedOf(game).length >= UNREVIEWED_MAX &&
  !(seat !== null && isUnreviewed(game, seat.id));

/** The user's seat, or that of this browser under another sign-in. */
export const ownSeat = (game: Game, { actor, seatHash }: Turn['ctx']): Player | null =>
  playerOf(game, actor.userId) ?? seatByHash(game, seatHash);

const seatByHash = (game: Game, seatHash: string | null): Player | null =>
  seatHash === null ? null : (game.players.find((player) => player.seatHash === seatHash) ?? null);

export const joinGame = command('joinGame', {
  issuer: 'anyone',
  fields: joinFields,
  decide: join,
});
