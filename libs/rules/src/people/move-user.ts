import { command, event, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { type crewMemberMoved, type crewRemoved, type crewRestored, removing, withMemberMoved } from '../membership.js';
import { withOwnerId, withOwnerIdInView } from '../owner.js';
import { playerOf } from '../players.js';
import { memberOf, needsDesk } from '../rights.js';
import type { Game, Player } from '../state.js';
import type { playerLeft, playerRejoined } from './leave.js';
import { nameHeld } from './names-held.js';
import { banShared, type playerBanned } from './removal.js';
import { requestsEnded, requestsEndedByBan, type seatRequestEnded } from './requests-ended.js';
import { type seatMoved, seatsSwapped } from './seat-moved.js';
import { latecomerJoins, type teamJoined } from '../teams/places.js';

/** Another user moderates from now on: the account that the moderator, a guest, has signed in to. */
export const moderatorMoved = event('moderatorMoved', {
  fields: () => ({ from: UserId, to: UserId }),
  evolve: (game, move) => (game.moderatorId === move.from ? withMemberMoved(withOwnerId(game, move), move) : game),
});

export const moderatorMovedView: ViewEvolution<typeof moderatorMoved> = {
  evolveView: (view, move) =>
    view.moderatorId === move.from ? withMemberMoved(withOwnerIdInView(view, move, view.moderatorName), move) : view,
};

type SeatEvent = EventOf<typeof playerLeft | typeof seatMoved | typeof playerRejoined | typeof teamJoined>;

/**
 * What one user has in this game belongs to another, as when a guest signs in to an account. Of two seats the one with the
 * higher score is the account's, the other one is left and stays with the guest. Who has a desk has no active seat.
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
    | typeof crewMemberMoved
    | typeof crewRestored
    | typeof crewRemoved
    | typeof playerLeft
    | typeof seatMoved
    | typeof playerRejoined
    | typeof teamJoined
  > => {
    if (from === to) return [];
    // Signed in to the account, the page asks again.
    const ended = requestsEnded(game, at, true, ({ playerId }) => playerId === from);
    const isOwned = game.moderatorId === from || game.moderatorId === to;
    const banned = isOwned ? null : banShared(game, at, [from, to]);
    if (banned !== null) {
      const gone = [from, to].filter((id) => memberOf(game, id) !== null).flatMap((id) => removing(game, id, at));
      return [...requestsEndedByBan(game, at, [from, to]), ...banned, ...gone];
    }
    const moved = memberOf(game, from) === null ? [] : [memberMoved(game, from, to, at)];
    const rights = [from, to].flatMap((id) => memberOf(game, id)?.rights ?? []);
    if (!needsDesk(rights)) return [...ended, ...seatsMoved(game, from, to, at), ...moved];
    const both = [...left(playerOf(game, from), at), ...left(playerOf(game, to), at)];
    return [...ended, ...both, ...moved];
  },
});

const memberMoved = (game: Game, from: UserId, to: UserId, at: number) =>
  ({ type: game.moderatorId === from ? 'moderatorMoved' : 'crewMemberMoved', at, from, to }) as const;

function seatsMoved(game: Game, from: UserId, to: UserId, at: number): SeatEvent[] {
  const guests = playerOf(game, from);
  const own = playerOf(game, to);
  if (guests === null) return [];
  if (own === null) return [{ type: 'seatMoved', at, from, to }];
  const [stays, goes] = guests.score > own.score ? [guests, own] : [own, guests];
  return [
    ...left(goes, at),
    ...(stays === guests ? seatsSwapped(game, from, to, at) : []),
    ...(goes.isActive && !stays.isActive
      ? [back(game, stays, goes, to, at), ...latecomerJoins(game, stays, to, at)]
      : []),
  ];
}

const left = (player: Player | null, at: number): SeatEvent[] =>
  player?.isActive === true ? [{ type: 'playerLeft', at, playerId: player.id }] : [];

/** An active player plays on, under the name of the seat, or under their former one if that is taken by now. */
function back(game: Game, stays: Player, goes: Player, playerId: UserId, at: number): SeatEvent {
  const isTaken = nameHeld(game, stays.name, stays.id, goes.id) !== null;
  return { type: 'playerRejoined', at, playerId, name: isTaken ? goes.name : stays.name };
}
