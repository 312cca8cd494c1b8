import {
  GAMES_OF_USER_PAGE,
  type GameOfUser,
  type HistoryEntry,
  type HistoryList,
  type gameResult,
  type GameResult,
  RefusedError,
  type RequestOf,
} from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { COUNT_GAMES_OF_USER, GAMES_OF_USER, MODERATED, PLAYED, RESULT, STANDINGS, VERDICTS } from './history.sql.js';
import { type GameView, standIn, type UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
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
    database.query<StandingRow[]>(STANDINGS, [gameId, isOfCrew]),
    database.query<Verdict[]>(VERDICTS, [gameId, isOfCrew]),
    boardOf(bus, gameId, { userId }),
  ]);
  const view = JSON.parse(board.view) as GameView;
  const shown = isOfCrew ? withName : withShownName(view);
  return {
    ...game,
    unplayed: unplayedOf(view),
    ...withTeams(view, standings),
    changes: changesOf(view, shown),
    ...awardsOf(view, shown),
    questions: questionsOf(view, verdicts, isOfCrew),
  };
}

type StandingRow = Omit<GameResult['standings'][number], 'team'> & { readonly team: number | null };

/** Scores of teams are those of the game; the history knows who is in which team. */
function withTeams({ teams }: GameView, rows: readonly StandingRow[]): Pick<GameResult, 'standings' | 'teams'> {
  const standings = rows.map(({ team, ...entry }) => (team === null ? entry : { ...entry, team }));
  if (teams === undefined) return { standings };
  const scores = teams.map(({ number, name, score }) => ({ number, name, score })).sort((a, b) => b.score - a.score);
  return { standings, teams: scores };
}

interface Named {
  readonly playerId: UserId;
  readonly name: string;
}
type Shown = <T extends Named>(one: T) => T;

const withName: Shown = (one) => one;

/** The view is the moderator's: others see stand-ins of names that were never approved. */
function withShownName({ unreviewed = [] }: GameView): Shown {
  const seats = new Map(unreviewed.map(({ id, seat }) => [id, seat]));
  return (one) => {
    const seat = seats.get(one.playerId);
    return seat === undefined ? one : { ...one, name: standIn(seat) };
  };
}

const changesOf = ({ scoreChanges, moderatorName: by }: GameView, shown: Shown): GameResult['changes'] =>
  scoreChanges?.map((change) => {
    const { name, gain, reason, byName = by } = shown(change);
    return { name, gain, reason, by: byName };
  });

const unplayedOf = ({ categories }: GameView): number =>
  categories.flatMap(({ questions }) => questions).filter(({ answered }) => !answered).length;

function awardsOf({ awards }: GameView, shown: Shown): Pick<GameResult, 'awards'> {
  if (awards === undefined) return {};
  const { fastestBuzz, longestStreak } = awards;
  return {
    awards: {
      ...(fastestBuzz && { fastestBuzz: { ...fastestBuzz, winners: fastestBuzz.winners.map(shown) } }),
      ...(longestStreak && { longestStreak: { ...longestStreak, winners: longestStreak.winners.map(shown) } }),
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
