import type { ServerCommand } from '../commands.js';
import type { GameEvent } from '../events.js';
import type { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, Player } from '../state.js';
import { banShared } from './corrections.js';
import { accepted, type Decision, type Turn } from './decision.js';
import { nameHeld } from './people.js';
import { requestsEnded, requestsEndedByBan } from './requests-ended.js';

/**
 * The server's own: what one user has in this game belongs to another, as when a guest signs in to an account. Of two seats
 * the one with the higher score is the account's, the other one is left and stays with the guest. A moderator has no
 * active seat.
 */
export function moveUser({ game, at }: Turn, { from, to }: ServerCommand & { type: 'moveUser' }): Decision {
  if (from === to) return accepted();
  // Signed in to the account, the page asks again.
  const asked = requestsEnded(game, at, true, ({ playerId }) => playerId === from);
  const banned = [from, to].includes(game.moderatorId) ? null : banShared(game, at, [from, to]);
  if (banned !== null) return accepted(...requestsEndedByBan(game, at, [from, to]), ...banned);
  const moderated: GameEvent[] = game.moderatorId === from ? [{ type: 'moderatorMoved', at, from, to }] : [];
  if (moderated.length > 0 || game.moderatorId === to)
    return accepted(...asked, ...left(playerOf(game, from), at), ...left(playerOf(game, to), at), ...moderated);
  return accepted(...asked, ...seatsMoved(game, from, to, at));
}

function seatsMoved(game: Game, from: UserId, to: UserId, at: number): GameEvent[] {
  const [guests, own] = [playerOf(game, from), playerOf(game, to)];
  if (guests === null) return [];
  if (own === null) return [{ type: 'seatMoved', at, from, to }];
  const [stays, goes] = guests.score > own.score ? [guests, own] : [own, guests];
  return [
    ...left(goes, at),
    ...(stays === guests ? seatsSwapped(game, from, to, at) : []),
    ...(goes.isActive && !stays.isActive ? [back(game, stays, goes, to, at)] : []),
  ];
}

const left = (player: Player | null, at: number): GameEvent[] =>
  player?.isActive === true ? [{ type: 'playerLeft', at, playerId: player.id }] : [];

/** A seat is moved to nobody who has one: the account's own waits under an id that nobody has. */
export function seatsSwapped(game: Game, from: UserId, to: UserId, at: number): GameEvent[] {
  let nobody = 'moving' as UserId;
  while (playerOf(game, nobody) !== null) nobody = `${nobody}_` as UserId;
  return [
    { type: 'seatMoved', at, from: to, to: nobody },
    { type: 'seatMoved', at, from, to },
    { type: 'seatMoved', at, from: nobody, to: from },
  ];
}

/** They were playing and play on, under the name of the seat, or under the one they had a moment ago if it is taken by now. */
function back(game: Game, stays: Player, goes: Player, playerId: UserId, at: number): GameEvent {
  const isTaken = nameHeld(game, stays.name, stays.id, goes.id) !== null;
  return { type: 'playerRejoined', at, playerId, name: isTaken ? goes.name : stays.name };
}
