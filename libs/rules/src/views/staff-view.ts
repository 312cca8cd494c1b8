import { categoryOf, questionAt } from '../board.js';
import { reportedNames } from '../reported.js';
import type { Game } from '../state.js';
import { currentOf } from './view-of.js';

/** What operators of an event see of a game in one of its rooms: the answer, and who has a seat or asks for one. */
export function staffViewOf(game: Game) {
  const current = currentOf(game);
  const reported = reportedNames(game);
  const question = current && questionAt(game, current);
  return {
    /** Null while none is played. */
    question: question && {
      category: categoryOf(game, current.categoryId)?.name ?? '',
      points: question.points,
      answer: question.answer,
      songName: question.youtubeSongName,
    },
    /** By seat; removed ones, too. */
    players: game.players.map(({ id, seat, name, score, isActive, removed }) => {
      return { id, seat, name, score, isActive, removed };
    }),
    /** Oldest first. */
    seatRequests: game.seatRequests.map(({ playerId, seat, name, score }) => ({ playerId, seat, name, score })),
    /** Absent if there are none. */
    ...(reported.length > 0 && { reported: [...reported] }),
  };
}
