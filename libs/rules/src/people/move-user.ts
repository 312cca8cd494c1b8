import { command, event, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, Player } from '../state.js';
import type { playerLeft, playerRejoined } from './leave.js';
import { nameHeld } from './names-held.js';
import { banShared, type playerBanned } from './removal.js';
import { requestsEnded, requestsEndedByBan, type seatRequestEnded } from './requests-ended.js';
import { type seatMoved, seatsSwapped } from './seat-moved.js';

/** Another user moderates from now on: the account that the moderator, a guest, has signed in to. */
export const moderatorMoved = event('moderatorMoved', {
  fields: () => ({ from: UserId, to: UserId }),
  evolve: (game, { from, to }) => {
    if (game.moderatorId !== from) return game;
    if (game.status !== 'playing') return { ...game, moderatorId: to };
    const renamed = (id: UserId | null) => (id === from ? to : id);
    const { lastVerdict } = game;
    return {
      ...game,
      moderatorId: to,
      nextSelectorId: renamed(game.nextSelectorId),
      lastVerdict: lastVerdict && { ...lastVerdict, nextSelectorId: renamed(lastVerdict.nextSelectorId) },
    };
  },
});

export const moderatorMovedView: ViewEvolution<typeof moderatorMoved> = {
  evolveView: (view, { from, to }) => {
    if (view.moderatorId !== from) return view;
    const { nextSelector } = view;
    return {
      ...view,
      moderatorId: to,
      nextSelector: nextSelector?.id === from ? { ...nextSelector, id: to } : nextSelector,
    };
  },
};

type SeatEvent = EventOf<typeof playerLeft | typeof seatMoved | typeof playerRejoined>;

/**
 * What one user has in this game belongs to another, as when a guest signs in to an account. Of two seats the one with the
 * higher score is the account's, the other one is left and stays with the guest. A moderator has no active seat.
 */
export const moveUser = command('moveUser', {
  issuer: 'server',
  fields: () => ({ from: UserId, to: UserId }),
  decide: (
    { game, at },
    { from, to },
  ): Emits<
    | typeof seatRequestEnded
    | typeof playerBanned
    | typeof moderatorMoved
    | typeof playerLeft
    | typeof seatMoved
    | typeof playerRejoined
  > => {
    if (from === to) return [];
    // Signed in to the account, the page asks again.
    const ended = requestsEnded(game, at, true, ({ playerId }) => playerId === from);
    const isModerated = game.moderatorId === from || game.moderatorId === to;
    const banned = isModerated ? null : banShared(game, at, [from, to]);
    if (banned !== null) return [...requestsEndedByBan(game, at, [from, to]), ...banned];
    if (!isModerated) return [...ended, ...seatsMoved(game, from, to, at)];
    const both = [...left(playerOf(game, from), at), ...left(playerOf(game, to), at)];
    const moved = { type: 'moderatorMoved', at, from, to } as const;
    return [...ended, ...both, ...(game.moderatorId === from ? [moved] : [])];
  },
});

function seatsMoved(game: Game, from: UserId, to: UserId, at: number): SeatEvent[] {
  const guests = playerOf(game, from);
  const own = playerOf(game, to);
  if (guests === null) return [];
  if (own === null) return [{ type: 'seatMoved', at, from, to }];
  const [stays, goes] = guests.score > own.score ? [guests, own] : [own, guests];
  return [
    ...left(goes, at),
    ...(stays === guests ? seatsSwapped(game, from, to, at) : []),
    ...(goes.isActive && !stays.isActive ? [back(game, stays, goes, to, at)] : []),
  ];
}

const left = (player: Player | null, at: number): SeatEvent[] =>
  player?.isActive === true ? [{ type: 'playerLeft', at, playerId: player.id }] : [];

/** An active player plays on, under the name of the seat, or under their former one if that is taken by now. */
function back(game: Game, stays: Player, goes: Player, playerId: UserId, at: number): SeatEvent {
  const isTaken = nameHeld(game, stays.name, stays.id, goes.id) !== null;
  return { type: 'playerRejoined', at, playerId, name: isTaken ? goes.name : stays.name };
}
