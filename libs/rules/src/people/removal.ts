import { z } from 'zod';
import { without } from '../board.js';
import { NAME_MAX_UNITS } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { type crewRemoved, type crewRestored, removing } from '../membership.js';
import { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { changedPlayer, playerOf, visiblePlayer } from '../players.js';
import type { OutOfQueue } from '../queue.js';
import { withoutReports, withReportedNames, withReportsOfName } from '../reported.js';
import { hasDesk, memberOf } from '../rights.js';
import type { Bans, Game, Player, Removal } from '../state.js';
import { withMembersMore } from '../teams.js';
import type { GameView, Leader, OwnSeat } from '../views.js';
import { enteringLeader, rankedWith } from '../views/leaders.js';
import { personRenamed } from '../views/people-in-view.js';
import { left, leftSeat, leftView, queueWithout } from './leave.js';
import { approving, type namesApproved, namedSeat, withoutUnreviewed, withReviewed } from './name-review.js';
import { nameHeld } from './names-held.js';
import { requestsEnded, requestsEndedByBan, type seatRequestEnded } from './requests-ended.js';

interface OfPlayer {
  readonly playerId: UserId;
  readonly at: number;
}

function removed(game: Game, { playerId, at }: OfPlayer, how: Removal): Game {
  const player = playerOf(game, playerId);
  if (player === null) return game;
  const reported = withoutReports(game, playerId);
  const next = player.isActive ? left(reported, playerId, at) : reported;
  return changedPlayer(next, playerId, (one) => ({ ...one, removed: how }));
}

/** `place` and `fill` as with `playerLeft`; `wasActive` and `wasShown`: what changed by it. */
function removalSeen(before: Game, after: Game, playerId: UserId) {
  const player = playerOf(before, playerId);
  return {
    name: player?.name ?? '',
    wasActive: player?.isActive === true,
    wasShown: player?.removed === null,
    ...queueWithout(before, after, playerId),
    entering: enteringLeader(before, after, playerId),
    ...(player?.team !== undefined && { formerTeam: player.team }),
  };
}

interface SeenRemoval extends OutOfQueue {
  readonly wasActive: boolean;
  readonly wasShown: boolean;
  readonly entering: Leader | null;
  readonly formerTeam?: number;
}

function removedView(view: GameView, event: SeenRemoval): GameView {
  const reported = withReportedNames(view, ({ id }) => id !== event.playerId);
  const next = event.wasActive ? leftView(reported, event) : reported;
  if (!event.wasShown) return next;
  const others = without(next.leaders, event.playerId);
  const leaders = event.entering === null ? others : rankedWith(others, event.entering);
  const counted = withMembersMore(withoutUnreviewed(next, [event.playerId]), event.formerTeam, -1);
  return { ...counted, leaders, playerCount: next.playerCount - 1 };
}

function removedSeat(seat: OwnSeat, event: SeenRemoval, userId: UserId, how: Removal): OwnSeat {
  const next = event.wasActive ? leftSeat(seat, event, userId) : seat;
  return event.playerId === userId ? { ...next, removed: how } : next;
}

export const playerRemoved = event('playerRemoved', {
  fields: () => ({ playerId: UserId }),
  evolve: (game, event) => {
    const player = playerOf(game, event.playerId);
    const isLifted = player?.removed === 'banned';
    return removed(isLifted ? { ...game, bans: bansWithout(game, player) } : game, event, 'removed');
  },
  view: (v, event, after, before) => ({ v, ...event, ...removalSeen(before, after, event.playerId) }),
});
export const playerRemovedView: ViewEvolution<typeof playerRemoved> = {
  by: 'moderator',
  evolveView: removedView,
  evolveSeat: (seat, event, userId) => removedSeat(seat, event, userId, 'removed'),
};

/** Also of a user without a seat: the account that a banned guest has signed in to. */
export const playerBanned = event('playerBanned', {
  fields: () => ({ playerId: UserId }),
  evolve: (game, event) => {
    const bans = bansWith(game, event.playerId, playerOf(game, event.playerId));
    return removed({ ...game, bans }, event, 'banned');
  },
  view: (v, event, after, before) => ({ v, ...event, ...removalSeen(before, after, event.playerId) }),
});
export const playerBannedView: ViewEvolution<typeof playerBanned> = {
  by: 'moderator',
  evolveView: removedView,
  evolveSeat: (seat, event, userId) => removedSeat(seat, event, userId, 'banned'),
};

/** The bans with this player's ids among them; without a seat, only the user id is known. */
function bansWith({ bans }: Game, userId: UserId, player: Player | null): Bans {
  const plus = <T extends string>(list: readonly T[], one: T | null | undefined): readonly T[] =>
    one == null || list.includes(one) ? list : [...list, one];
  return {
    users: plus(bans.users, userId),
    seats: plus(bans.seats, player?.seatHash),
    devices: plus(bans.devices, player?.deviceHash),
  };
}

/** The bans without this player's ids. A device that another banned player came from stays banned. */
function bansWithout({ bans, players }: Game, { id, seatHash, deviceHash }: Player): Bans {
  const isShared = players.some((one) => one.id !== id && one.removed === 'banned' && one.deviceHash === deviceHash);
  return {
    users: bans.users.filter((user) => user !== id),
    seats: bans.seats.filter((seat) => seat !== seatHash),
    devices: isShared ? bans.devices : bans.devices.filter((device) => device !== deviceHash),
  };
}

/** One person under two user ids: the ban of one is that of both. Null when neither is banned. */
export function banShared({ bans }: Game, at: number, ids: readonly UserId[]): EventOf<typeof playerBanned>[] | null {
  const others = ids.filter((id) => !bans.users.includes(id));
  if (others.length === ids.length) return null;
  return others.map((playerId) => ({ type: 'playerBanned', at, playerId }));
}

/** `ban`: the player cannot join again. A removed player may be banned later; a removal of a banned one lifts the ban. */
export const removePlayer = command('removePlayer', {
  issuer: 'people',
  fields: () => ({ playerId: UserId, ban: z.boolean() }),
  decide: (
    { game, at },
    { playerId, ban },
  ): Emits<
    typeof seatRequestEnded | typeof playerRemoved | typeof playerBanned | typeof crewRestored | typeof crewRemoved
  > => {
    const player = playerOf(game, playerId);
    if (player === null) return rejected('player-not-found');
    if (player.removed === (ban ? 'banned' : 'removed')) return [];
    // Requests for a seat that is out of the game end, and those of a banned user.
    const ended = ban
      ? requestsEndedByBan(game, at, [playerId])
      : requestsEnded(game, at, true, ({ seat }) => seat === player.seat);
    if (!ban) return [...ended, { type: 'playerRemoved', at, playerId }];
    // A desk is taken away by removing its member from the crew first.
    if (hasDesk(game, playerId)) return rejected('not-allowed');
    const gone = memberOf(game, playerId) === null ? [] : removing(game, playerId, at);
    return [...ended, { type: 'playerBanned', at, playerId }, ...gone];
  },
});

/** The moderator chose another name for a player. */
export const playerNameSet = event('playerNameSet', {
  fields: () => ({ playerId: UserId, name: z.string() }),
  evolve: (game, { playerId, name }) =>
    withReviewed(
      changedPlayer(withReportsOfName(game, playerId, name), playerId, (player) => ({
        ...player,
        name,
        nameSet: true,
      })),
      [playerId],
    ),
});
export const playerNameSetView: ViewEvolution<typeof playerNameSet> = {
  by: 'moderator',
  evolveView: (view, { playerId, name }) => withoutUnreviewed(personRenamed(view, playerId, name), [playerId]),
  evolveSeat: (seat, { playerId, name }, userId) => (playerId === userId ? namedSeat(seat, name) : seat),
};

export const renamePlayer = command('renamePlayer', {
  issuer: 'people',
  fields: () => ({ playerId: UserId, name: z.string().max(NAME_MAX_UNITS) }),
  decide: ({ game, at }, { playerId, name: typed }): Emits<typeof playerNameSet | typeof namesApproved> => {
    const player = visiblePlayer(game, playerId);
    if (player === null) return rejected('player-not-found');
    const cleaned = cleanName(typed);
    if ('refused' in cleaned) return rejected(cleaned.refused);
    const { name } = cleaned;
    if (name === player.name) return approving(game, [playerId], at);
    const held = nameHeld(game, name, playerId);
    return held === null ? [{ type: 'playerNameSet', at, playerId, name }] : rejected(held);
  },
});

export const joiningLocked = event('joiningLocked', {
  fields: () => ({ locked: z.boolean() }),
  evolve: (game, { locked }) => ({ ...game, joiningLocked: locked }),
});
export const joiningLockedView: ViewEvolution<typeof joiningLocked> = {
  evolveView: (view, { locked }) => ({ ...view, joiningLocked: locked }),
};

export const lockJoining = command('lockJoining', {
  issuer: 'people',
  fields: () => ({ locked: z.boolean() }),
  decide: ({ game, at }, { locked }): Emits<typeof joiningLocked> =>
    game.joiningLocked === locked ? [] : [{ type: 'joiningLocked', at, locked }],
});
