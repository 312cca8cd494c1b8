import {
  GAMES_OF_USER_PAGE,
  type GameOfUser,
  type HistoryEntry,
  type HistoryList,
  type gameResult,
  type GameResult,
  RefusedError,
  type RequestOf,
  teamMembers,
} from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { COUNT_GAMES_OF_USER, GAMES_OF_USER, MODERATED, PLAYED, RESULT, STANDINGS, VERDICTS } from './history.sql.js';
import type { GameView } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { boardOf } from '../templates/games.js';

/** The newest games that the user played; those that they moderated if there are none, or these are requested. */
export async function historyOf(
  database: DataSource,
  userId: string,
  limit: number,
  list: HistoryList,
): Promise<HistoryEntry[]> {
  const played = list === 'own' ? await database.query<HistoryEntry[]>(PLAYED, [userId, limit]) : [];
  return played.length > 0 ? played : database.query<HistoryEntry[]>(MODERATED, [userId, limit]);
}

export async function gamesOf(
  database: Pick<DataSource, 'query'>,
  userId: string,
  page: number,
): Promise<{ games: GameOfUser[]; total: number }> {
  const [games, [counted]] = await Promise.all([
    database.query<GameOfUser[]>(GAMES_OF_USER, [userId, (page - 1) * GAMES_OF_USER_PAGE]),
    database.query<{ total: number }[]>(COUNT_GAMES_OF_USER, [userId]),
  ]);
  return { games, total: counted?.total ?? 0 };
}

interface Verdict {
  readonly questionId: string;
  readonly name: string | null;
  readonly correct: boolean;
  readonly gain: number;
  readonly by: string | null;
}

type GameRow = Omit<GameResult, 'unplayed' | 'standings' | 'teams' | 'changes' | 'awards' | 'questions'> & {
  readonly isOfCrew: boolean;
};

/** For admins and users who took part: scores and verdicts of the history, answers from the game itself. */
export async function resultOf(
  database: DataSource,
  bus: Bus,
  { userId, gameId, isAdmin = false }: RequestOf<typeof gameResult>,
): Promise<GameResult> {
  const [found] = await database.query<GameRow[]>(RESULT, [gameId, userId, isAdmin]);
  if (!found) throw new RefusedError('not-found');
  const { isOfCrew, ...game } = found;
  const [standings, verdicts, board] = await Promise.all([
    database.query<GameResult['standings']>(STANDINGS, [gameId, isOfCrew]),
    database.query<Verdict[]>(VERDICTS, [gameId, isOfCrew]),
    boardOf(bus, gameId, { userId }),
  ]);
  const view = JSON.parse(board.view) as GameView;
  return {
    ...game,
    unplayed: unplayedOf(view),
    ...(await withTeams(bus, view, standings)),
    changes: changesOf(view),
    ...awardsOf(view),
    questions: questionsOf(view, verdicts, isOfCrew),
  };
}

/** Scores of teams do not follow from those of their members, so both come from the game. */
async function withTeams(
  bus: Bus,
  { gameId, teams }: GameView,
  standings: GameResult['standings'],
): Promise<Pick<GameResult, 'standings' | 'teams'>> {
  if (teams === undefined) return { standings };
  const { members } = await callShard(bus, teamMembers, gameId, { gameId });
  const teamOf = new Map<string, number>(members);
  return {
    standings: standings.map((entry) => {
      const team = teamOf.get(entry.playerId);
      return team === undefined ? entry : { ...entry, team };
    }),
    teams: teams.map(({ number, name, score }) => ({ number, name, score })).sort((a, b) => b.score - a.score),
  };
}

const changesOf = ({ scoreChanges, moderatorName: by }: GameView): GameResult['changes'] =>
  scoreChanges?.map(({ name, gain, reason, byName = by }) => ({ name, gain, reason, by: byName }));

const unplayedOf = ({ categories }: GameView): number =>
  categories.flatMap(({ questions }) => questions).filter(({ answered }) => !answered).length;

function awardsOf({ awards }: GameView): Pick<GameResult, 'awards'> {
  if (awards === undefined) return {};
  const { fastestBuzz, longestStreak } = awards;
  return {
    awards: {
      ...(fastestBuzz && { fastestBuzz: { ...fastestBuzz, winners: [...fastestBuzz.winners] } }),
      ...(longestStreak && { longestStreak: { ...longestStreak, winners: [...longestStreak.winners] } }),
    },
  };
}

/** Only ended questions: the moderator of a running game may read this in front of the players. */
function questionsOf(game: GameView, verdicts: readonly Verdict[], isOfCrew: boolean): GameResult['questions'] {
  const ends = new Map(verdicts.map(({ questionId }, at) => [questionId, at]));
  return game.categories
    .flatMap(({ name, questions }) => questions.map((question) => ({ category: name, ...question })))
    .filter(({ answered, id }) => answered && ends.has(id))
    .sort((a, b) => (ends.get(a.id) ?? 0) - (ends.get(b.id) ?? 0))
    .map(({ id, category, points, secret }) => ({
      questionId: id,
      category,
      points,
      answer: secret?.answer ?? '',
      songName: secret?.youtubeSongName ?? '',
      verdicts: verdicts.flatMap(({ questionId, name, correct, gain, by }) =>
        questionId === id && name !== null ? [{ name, correct, gain, ...(by !== null && isOfCrew && { by }) }] : [],
      ),
    }));
}
