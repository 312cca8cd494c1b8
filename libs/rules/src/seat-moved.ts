import type { UserId } from './ids.js';
import { playerOf } from './players.js';
import type { CurrentQuestion, Game } from './state.js';

/** The game in which `to` stands wherever `from` stood: seat, score, queue, attempts, verdicts, next selector. */
export function seatMoved(game: Game, from: UserId, to: UserId): Game {
  const player = playerOf(game, from);
  if (player === null || playerOf(game, to) !== null) return game;
  const renamed = <T extends UserId | null>(id: T): T | UserId => (id === from ? to : id);
  const moved = {
    ...game,
    players: game.players.map((one) => (one.id === from ? { ...player, id: to } : one)),
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
  answerQueue: round.answerQueue.map((press) => ({ ...press, playerId: renamed(press.playerId) })),
  wrong: round.wrong.map(renamed),
});
