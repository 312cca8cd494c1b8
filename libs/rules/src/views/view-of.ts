import { QUEUE_SHOWN } from '../constants.js';
import type { UserId } from '../ids.js';
import type { Medium } from '../media/medium.js';
import { playerOf } from '../players.js';
import { type CurrentQuestion, type Game, type Press, type Question, type Settings } from '../state.js';
import type {
  CurrentView,
  GameView,
  OwnSeat,
  QuestionView,
  QueueEntry,
  RosterEntry,
  Secret,
  ViewKind,
} from '../views.js';
import { leaderOf, leadersOf, rankAmong } from './leaders.js';

/** What one kind of onlooker may see of a game. */
export function viewOf(game: Game, kind: ViewKind): GameView {
  const { gameId, gameCode, moderatorId, moderatorName, moderatorLeft, createdAt, settings } = game;
  const players = game.players;
  return {
    status: game.status,
    gameId,
    gameCode,
    moderatorId,
    moderatorName,
    moderatorLeft,
    createdAt,
    startedAt: game.status === 'setup' ? null : game.startedAt,
    completedAt: game.status === 'completed' ? game.completedAt : null,
    settings,
    categories: game.categories.map(({ id, name, questions }) => ({
      id,
      name,
      questions: questions.map((question) => questionView(game, question, kind)),
    })),
    current: game.status === 'playing' && game.current ? currentView(game, game.current, kind) : null,
    nextSelector: game.status === 'playing' ? selectorOf(game, game.nextSelectorId) : null,
    playerCount: players.length,
    activeCount: players.filter((player) => player.isActive).length,
    leaders: leadersOf(game),
    timeTrialMode: game.timeTrialMode,
    timeTrialUpdatedAt: game.timeTrialUpdatedAt,
    lastAction: game.lastAction,
  };
}

function questionView(game: Game, question: Question, kind: ViewKind): QuestionView {
  const { id, points, answered, answeredBy, answeredCorrectly } = question;
  const answeredByName = answeredBy === null ? null : (playerOf(game, answeredBy)?.name ?? '');
  const secret = kind === 'full' || answered ? secretOf(question) : null;
  return { id, points, answered, answeredBy, answeredByName, answeredCorrectly, secret };
}

function currentView(game: Game, current: CurrentQuestion, kind: ViewKind): CurrentView {
  const { answerQueue, wrong: _wrong, runningSince: _runningSince, ...shared } = current;
  const question = questionOf(game, current);
  return {
    ...shared,
    queue: answerQueue.slice(0, QUEUE_SHOWN).map((press) => queueEntry(game, press)),
    queueLength: answerQueue.length,
    medium: question === null ? null : audibleMedium(question.medium, kind, game.settings),
    attemptedBy: kind === 'full' ? (question?.attemptedBy ?? []) : null,
  };
}

/** A player's own seat; null when this user has none. */
export function seatOf(game: Game, userId: UserId): OwnSeat | null {
  const player = playerOf(game, userId);
  if (player === null) return null;
  const { id, seat, name, score, isActive } = player;
  const current = game.status === 'playing' ? game.current : null;
  const place = 1 + (current?.answerQueue.findIndex((press) => press.playerId === userId) ?? -1);
  return {
    id,
    seat,
    name,
    score,
    isActive,
    place: place === 0 ? null : place,
    out: isOut(game, userId),
    rank: rankAmong(game.players, player.score),
  };
}

/** True when a wrong answer bars this player from the rest of the question. */
export const isOut = (game: Game, userId: UserId): boolean =>
  game.status === 'playing' && game.settings.attempts === 'once' && game.current?.wrong.includes(userId) === true;

/** One page of everybody who ever joined, by seat. */
export const rosterOf = (game: Game, afterSeat: number, limit: number): RosterEntry[] =>
  game.players
    .filter(({ seat }) => seat > afterSeat)
    .slice(0, Math.max(0, limit))
    .map((player) => ({ ...leaderOf(player), joinedAt: player.joinedAt, leftAt: player.leftAt }));

export const secretOf = ({ medium, youtubeSongName, answer }: Secret): Secret => ({ medium, youtubeSongName, answer });

/** Players get what they must play themselves and nothing else; a stage plays nothing. */
export function audibleMedium(medium: Medium, kind: ViewKind, settings: Settings): Medium | null {
  if (kind === 'full') return medium;
  return kind === 'player' && settings.musicOn === 'players' ? medium : null;
}

export const queueEntry = (game: Game, { playerId, at }: Press): QueueEntry => ({
  playerId,
  name: playerOf(game, playerId)?.name ?? '',
  at,
});

export const questionOf = (game: Game, where: Pick<CurrentQuestion, 'categoryId' | 'questionId'>): Question | null =>
  game.categories.find(({ id }) => id === where.categoryId)?.questions.find(({ id }) => id === where.questionId) ??
  null;

function selectorOf(game: Game, id: UserId | null): { readonly id: UserId; readonly name: string } | null {
  if (id === null) return null;
  return { id, name: id === game.moderatorId ? game.moderatorName : (playerOf(game, id)?.name ?? '') };
}
