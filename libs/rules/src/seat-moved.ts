import type { UserId } from './ids.js';
import { playerOf } from './players.js';
import type { Game } from './state.js';

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
      })),
    })),
  };
  if (moved.status !== 'playing') return moved;
  return {
    ...moved,
    // Whoever moderates may hold a seat that they left; picking next is then the moderator's, not the seat's.
    nextSelectorId: from === game.moderatorId ? moved.nextSelectorId : renamed(moved.nextSelectorId),
    current: moved.current && {
      ...moved.current,
      answerQueue: moved.current.answerQueue.map((press) => ({ ...press, playerId: renamed(press.playerId) })),
      wrong: moved.current.wrong.map(renamed),
    },
  };
}
