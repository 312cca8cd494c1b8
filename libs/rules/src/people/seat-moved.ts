import { event, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import { movedReports } from '../reported.js';
import type { CurrentQuestion, Game } from '../state.js';
import type { GameView } from '../views.js';
import { personMoved } from '../views/people-in-view.js';
import { seatIn } from '../views/view-of.js';

interface Move {
  readonly from: UserId;
  readonly to: UserId;
}

/** The same game or view once a seat that users ask for belongs to another user. */
function withRequestsMoved<G extends Game | GameView>(game: G, { from, to }: Move): G {
  if (game.seatRequests.length === 0) return game;
  const seatRequests = game.seatRequests.map((one) => (one.holderId === from ? { ...one, holderId: to } : one));
  return { ...game, seatRequests };
}

/** The game in which `to` stands wherever `from` stood: seat, score, queue, attempts, verdicts, next selector. */
function withSeatMoved(game: Game, { from, to }: Move): Game {
  const player = playerOf(game, from);
  if (player === null || playerOf(game, to) !== null) return game;
  const renamed = <T extends UserId | null>(id: T): T | UserId => (id === from ? to : id);
  const moved = {
    ...game,
    players: game.players.map((one) => (one.id === from ? { ...player, id: to } : one)),
    ...(game.teams && { teams: game.teams.map((team) => (team.captain === from ? { ...team, captain: to } : team)) }),
    ...(game.unreviewed && { unreviewed: game.unreviewed.map(renamed) }),
    ...(game.nameReports && { nameReports: movedReports(game.nameReports, renamed) }),
    scoreChanges: game.scoreChanges.map((change) => ({ ...change, playerId: renamed(change.playerId) })),
    categories: game.categories.map((category) => ({
      ...category,
      questions: category.questions.map((question) => ({
        ...question,
        answeredBy: renamed(question.answeredBy),
        attemptedBy: question.attemptedBy.map(renamed),
        verdicts: question.verdicts.map((verdict) => ({ ...verdict, playerId: renamed(verdict.playerId) })),
      })),
    })),
  };
  if (moved.status !== 'playing') return moved;
  // The moderator may hold a seat that they left; picking next is then the moderator's, not the seat's.
  const selector = from === game.moderatorId ? <T>(id: T) => id : renamed;
  return {
    ...moved,
    nextSelectorId: selector(moved.nextSelectorId),
    current: moved.current && roundOf(moved.current, renamed),
    lastVerdict: moved.lastVerdict && {
      ...moved.lastVerdict,
      playerId: renamed(moved.lastVerdict.playerId),
      nextSelectorId: selector(moved.lastVerdict.nextSelectorId),
      round: roundOf(moved.lastVerdict.round, renamed),
    },
  };
}

const roundOf = (round: CurrentQuestion, renamed: (id: UserId) => UserId): CurrentQuestion => ({
  ...round,
  ...(round.doubts && { doubts: round.doubts.map((each) => ({ ...each, playerId: renamed(each.playerId) })) }),
  answerQueue: round.answerQueue.map((buzz) => ({ ...buzz, playerId: renamed(buzz.playerId) })),
  ...(round.hold && {
    hold: { ...round.hold, buzzes: round.hold.buzzes.map((buzz) => ({ ...buzz, playerId: renamed(buzz.playerId) })) },
  }),
  wrong: round.wrong.map(renamed),
  ...(round.right && { right: round.right.map((side) => ({ ...side, playerId: renamed(side.playerId) })) }),
  ...(round.lockOuts && { lockOuts: round.lockOuts.map((lock) => ({ ...lock, playerId: renamed(lock.playerId) })) }),
});

/** The seat now belongs to another user id: its browser showed the seat's secret, or a guest has signed in to an account. */
export const seatMoved = event('seatMoved', {
  fields: () => ({ from: UserId, to: UserId }),
  evolve: (game, move) => withRequestsMoved(withSeatMoved(game, move), move),
  /** `seat` is what `to` has from now on. */
  view: (v, move, after) => ({ v, ...move, seat: seatIn(after, move.to) }),
});

export const seatMovedView: ViewEvolution<typeof seatMoved> = {
  evolveView: (view, { from, to, seat }) => withRequestsMoved(personMoved(view, from, to, seat?.name), { from, to }),
  evolveSeat: (seat, { from }, userId) => (from === userId ? null : seat),
  takeSeat: ({ to, seat }, userId) => (to === userId ? seat : null),
};

/** A seat is moved only to a user without one: the other seat waits under an id that no user has. */
export function seatsSwapped(game: Game, from: UserId, to: UserId, at: number): EventOf<typeof seatMoved>[] {
  let unused = 'moving' as UserId;
  while (playerOf(game, unused) !== null) unused = `${unused}_` as UserId;
  return [
    { type: 'seatMoved', at, from: to, to: unused },
    { type: 'seatMoved', at, from, to },
    { type: 'seatMoved', at, from: unused, to: from },
  ];
}
