import type { GameEvent } from '../events.js';
import { visiblePlayers } from '../players.js';
import { teamIdOf, type GameResults, type GameScore } from '../standings/standings.js';
import type { Game } from '../state.js';
import { teamNumbered, teamsOf } from '../teams.js';

interface Results {
  readonly questions: number;
  readonly players: readonly GameScore[];
  readonly teams: readonly GameScore[];
}

/** The result of a game from its state, with which projections of its log are compared. */
export function resultsOf(game: Game): Results {
  const questions = game.categories.flatMap((category) => category.questions);
  const verdicts = questions.flatMap((question) => question.verdicts);
  const judged = (isOf: (verdict: (typeof verdicts)[number]) => boolean) => ({
    right: verdicts.filter((verdict) => isOf(verdict) && verdict.correct).length,
    wrong: verdicts.filter((verdict) => isOf(verdict) && !verdict.correct).length,
  });
  return {
    questions: questions.filter(({ answered }) => answered).length,
    players: visiblePlayers(game)
      .filter(({ reserved }) => reserved === undefined)
      .map(({ id, name, score }) => ({
        ...{ id, name, points: score },
        ...judged(({ playerId }) => playerId === id),
      })),
    teams: teamsOf(game).map(({ number, name, score }) => ({
      ...{ id: String(number), name, points: score },
      ...judged(({ team }) => team === number),
    })),
  };
}

/** The same as the result of one of the games of an event. */
export const playedIn = (roomId: string, game: Game, kind: 'players' | 'teams'): GameResults => {
  const { questions, [kind]: scores } = resultsOf(game);
  const keyOf = (number: number) => teamNumbered(game, number)?.key ?? null;
  const idOf = ({ id }: GameScore) => (kind === 'teams' ? teamIdOf(roomId, Number(id), keyOf(Number(id))) : id);
  return {
    ...{ gameId: `${game.gameId} in ${roomId}`, roomId, createdAt: game.createdAt, questions },
    scores: scores.map((score) => ({ ...score, id: idOf(score) })),
  };
};

/** The same game, in which the event knows teams by these keys. */
export const withTeamKeys = (log: readonly GameEvent[], keyOf: (number: number) => string | null): GameEvent[] =>
  log.map((event) => {
    const key = event.type === 'teamCreated' ? keyOf(event.team) : null;
    return key === null ? event : ({ ...event, key, fixed: true } as GameEvent);
  });
