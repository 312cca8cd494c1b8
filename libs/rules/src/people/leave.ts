import { z } from 'zod';
import { changed } from '../board.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { beforeVerdict } from '../lock-outs.js';
import { changedPlayer, playerOf } from '../players.js';
import { latecomerJoins, type teamJoined } from '../teams/places.js';
import { concernsSeat, withMembersMore } from '../teams.js';
import { withReportsOfName } from '../reported.js';
import { toReview, withNameToReview, withUnreviewed } from '../reviewed.js';
import { hasDesk } from '../rights.js';
import { filling, movedUp, outOfQueue, outOfVisibleQueue, type OutOfQueue } from '../queue.js';
import type { Buzz, CurrentQuestion, Game, LastVerdict, Player } from '../state.js';
import type { GameView, OwnSeat } from '../views.js';
import { rankedWith, leaderWithId } from '../views/leaders.js';
import { personRenamed } from '../views/people-in-view.js';
import { currentOf, nameOf, placeIn } from '../views/view-of.js';
import { isBanned, nameHeld } from './names-held.js';

/** The game after a player left: out of the queue, and the turn to pick is no longer theirs. */
export function left(game: Game, playerId: UserId, at: number): Game {
  const next = changedPlayer(game, playerId, (player) => ({ ...player, isActive: false, leftAt: at }));
  if (next.status !== 'playing') return next;
  const wasSelector = next.nextSelectorId === playerId;
  // Their team still picks.
  const isProposalOver = wasSelector && next.nextTeam === undefined;
  return {
    ...next,
    nextSelectorId: wasSelector ? null : next.nextSelectorId,
    proposedQuestionId: isProposalOver ? null : next.proposedQuestionId,
    current: next.current && outOfQueue(next, next.current, playerId, at),
    lastVerdict: leftSince(next.lastVerdict, playerId, next.current?.answerQueue ?? []),
  };
}

/** Players who have left since the verdict neither wait nor pick after an undo. */
function leftSince(last: LastVerdict | null, playerId: UserId, waiting: readonly Buzz[]): LastVerdict | null {
  if (last === null) return null;
  /** The team of the player who left may have buzzed again. */
  const instead = ({ team }: Buzz) =>
    waiting.filter((buzz) => team !== undefined && buzz.team === team && buzz.playerId !== playerId);
  return {
    ...last,
    nextSelectorId: last.nextSelectorId === playerId ? null : last.nextSelectorId,
    round: {
      ...last.round,
      answerQueue: last.round.answerQueue.flatMap((buzz) => (buzz.playerId === playerId ? instead(buzz) : [buzz])),
    },
  };
}

/** `team`: of the buzz that is gone. `place`: in the queue, from 1; between questions, in the queue that an undo of the last verdict gives back. */
export function queueWithout(before: Game, after: Game, playerId: UserId) {
  const queue = (currentOf(before) ?? roundToUndo(before))?.answerQueue ?? [];
  const place = placeIn(queue, playerId);
  const team = place === null ? undefined : queue[place - 1]?.team;
  return { place, fill: filling(before, after, playerId), ...(team !== undefined && { team }) };
}

const roundToUndo = (game: Game): CurrentQuestion | null =>
  game.status === 'playing' ? (game.lastVerdict?.round ?? null) : null;

export function leftView(view: GameView, event: OutOfQueue): GameView {
  const { playerId } = event;
  const wasSelector = view.nextSelector?.id === playerId;
  return {
    ...view,
    activeCount: view.activeCount - 1,
    leaders: changed(view.leaders, playerId, (leader) => ({ ...leader, isActive: false })),
    nextSelector: wasSelector ? null : view.nextSelector,
    proposedQuestionId: wasSelector && view.nextTeam === undefined ? null : view.proposedQuestionId,
    current: view.current && outOfVisibleQueue(view, view.current, event),
  };
}

export function leftSeat(seat: OwnSeat, { playerId, place, team }: OutOfQueue, userId: UserId): OwnSeat {
  const own = playerId === userId;
  const isGone = place !== null && concernsSeat(seat, { playerId, team }, userId);
  const after = (waiting: number | null) => (isGone ? null : movedUp(waiting, place));
  const { beforeVerdict: before } = seat;
  return {
    ...seat,
    isActive: own ? false : seat.isActive,
    place: after(seat.place),
    beforeVerdict: before && beforeVerdict({ ...before, place: after(before.place) }),
  };
}

export const playerLeft = event('playerLeft', {
  fields: () => ({ playerId: UserId }),
  evolve: (game, { playerId, at }) => left(game, playerId, at),
  view: (v, gone, after, before) => ({ v, ...gone, ...queueWithout(before, after, gone.playerId) }),
});
export const playerLeftView: ViewEvolution<typeof playerLeft> = { evolveView: leftView, evolveSeat: leftSeat };

export const leaveGame = command('leaveGame', {
  issuer: 'anyone',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof playerLeft> => {
    const player = playerOf(game, ctx.actor.userId);
    if (player === null) return rejected('not-a-player');
    return player.isActive ? [{ type: 'playerLeft', at, playerId: player.id }] : [];
  },
});

/** The seat, of a player or as a view has it, of a player who has come to this game. */
function here<S extends Pick<Player, 'reserved' | 'sentTo'> | OwnSeat>(seat: S): S {
  const { reserved: _reserved, sentTo: _sentTo, ...rest } = seat;
  return rest as S;
}

/** Back in the game, perhaps under another name. */
export const playerRejoined = event('playerRejoined', {
  fields: () => ({ playerId: UserId, name: z.string(), deviceHash: z.string().optional() }),
  evolve: (game, { playerId, name, deviceHash, at }) => {
    const next = changedPlayer(withReportsOfName(game, playerId, name), playerId, (player) => ({
      ...here(player),
      name,
      isActive: true,
      rejoinedAt: at,
      removed: null,
      deviceHash: deviceHash ?? player.deviceHash,
    }));
    const isNew = playerOf(game, playerId) !== null && nameOf(game, playerId) !== name;
    return isNew ? withUnreviewed(next, playerId) : next;
  },
  view: (v, { type, at, playerId }, after, before) => {
    const wasRemoved = playerOf(before, playerId)?.removed != null;
    /** `returned`: a player who had been removed is among the players again, and in this team. */
    const team = wasRemoved ? playerOf(after, playerId)?.team : undefined;
    const returned = wasRemoved ? leaderWithId(after, playerId) : null;
    return {
      ...{ v, type, at, playerId, name: nameOf(after, playerId), returned },
      ...(team !== undefined && { team }),
      ...toReview(after, playerId),
    };
  },
});

export const playerRejoinedView: ViewEvolution<typeof playerRejoined> = {
  evolveView: (view, { playerId, name, returned, team, unreviewed }) => {
    const named = personRenamed(withMembersMore(view, team, 1), playerId, name);
    const renamed = withNameToReview(named, unreviewed && { id: playerId, seat: unreviewed.seat, name });
    const leaders = changed(renamed.leaders, playerId, (leader) => ({ ...leader, isActive: true }));
    return {
      ...renamed,
      leaders: returned === null ? leaders : rankedWith(leaders, returned),
      activeCount: view.activeCount + 1,
      playerCount: view.playerCount + (returned === null ? 0 : 1),
    };
  },
  evolveSeat: (seat, { playerId, name, unreviewed }, userId) =>
    playerId === userId
      ? { ...here(seat), isActive: true, name, removed: null, ...(unreviewed && { unreviewed: true }) }
      : seat,
};

/** Back under the name that the seat had; when that was taken meanwhile, another one comes with `joinGame`. */
export const rejoinGame = command('rejoinGame', {
  issuer: 'anyone',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof playerRejoined | typeof teamJoined> => {
    if (hasDesk(game, ctx.actor.userId)) return rejected('not-allowed');
    const player = playerOf(game, ctx.actor.userId);
    const seat = { seatHash: player?.seatHash ?? null, deviceHash: player?.deviceHash ?? null };
    if (player?.removed === 'banned' || isBanned(game, { ...ctx, ...seat })) return rejected('banned');
    // A player who was removed comes back as a new one.
    if (player === null || player.removed !== null) return rejected('not-a-player');
    if (player.isActive) return [];
    if (player.sentTo !== undefined) return rejected('sent-on');
    const { id: playerId, name } = player;
    if (nameHeld(game, name, playerId) === 'name-taken') return rejected('name-taken');
    return [{ type: 'playerRejoined', at, playerId, name }, ...latecomerJoins(game, player, playerId, at)];
  },
});
