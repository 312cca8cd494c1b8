import { type gameResult, type GameResult, RefusedError, type RequestOf } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { boardOf } from '../templates/games.js';
import { SHOWN_COUNT } from './read.js';

/** A room of 2,000 is the largest there is. */
const STANDINGS_MAX = 2_000;

type Head = Pick<GameResult, 'gameId' | 'gameCode' | 'status' | 'moderatorName' | 'playerCount'> & {
  createdAt: string;
  completedAt: string | null;
};

const HEAD = `select game_id as "gameId", game_code as "gameCode", status, moderator_name as "moderatorName",
    created_at as "createdAt", completed_at as "completedAt", ${SHOWN_COUNT} as "playerCount"
  from game where game_id = $1 and ($3 or moderator_id = $2
    or exists (select from participant as me where me.game_id = game.game_id and me.player_id = $2))`;

const STANDINGS = `select player_id as "playerId", name, score::float8 as score from participant where game_id = $1 and not removed
  order by participant.score desc, seat limit ${STANDINGS_MAX}`;

interface Verdict {
  readonly questionId: string;
  readonly name: string | null;
  readonly correct: boolean;
  readonly gain: number;
}

const VERDICTS = `select question_id as "questionId", participant.name, correct, gain
  from verdict left join participant using (game_id, player_id) where game_id = $1 order by version`;

/** How a game went, for admins and those who took part in it: scores and verdicts from the log, answers from the game's own board. */
export async function resultOf(
  database: DataSource,
  bus: Bus,
  { userId, gameId, isAdmin = false }: RequestOf<typeof gameResult>,
): Promise<GameResult> {
  const [head] = await database.query<Head[]>(HEAD, [gameId, userId, isAdmin]);
  if (!head) throw new RefusedError('not-found');
  const [standings, verdicts, board] = await Promise.all([
    database.query<GameResult['standings']>(STANDINGS, [gameId]),
    database.query<Verdict[]>(VERDICTS, [gameId]),
    boardOf(bus, gameId, { userId }),
  ]);
  return {
    ...head,
    createdAt: Number(head.createdAt),
    completedAt: head.completedAt === null ? null : Number(head.completedAt),
    standings,
    questions: questionsOf(JSON.parse(board.view) as GameView, verdicts),
  };
}

/** Only what was played to its end: the moderator of a running game may read this in front of everybody. */
function questionsOf(game: GameView, verdicts: readonly Verdict[]): GameResult['questions'] {
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
      verdicts: verdicts.flatMap(({ questionId, name, correct, gain }) =>
        questionId === id && name !== null ? [{ name, correct, gain }] : [],
      ),
    }));
}
