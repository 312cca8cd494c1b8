import { changed, moved, questionAdded, questionChanged, questionMoved, questionRemoved, without } from './board.js';
import {
  type Conditions,
  isSoundReported,
  musicSet,
  musicSetByHand,
  pausedAfterWrong,
  type Playback,
  pressed,
  queueEmptied,
  settled,
  songSet,
  soundLost,
  soundSet,
  soundUnreported,
  started,
  timerSet,
  timeTrialSet,
} from './clock.js';
import {
  answeredBy,
  bansWith,
  bansWithout,
  buzzedSince,
  lastVerdictOf,
  leftSince,
  NO_BANS,
  oldestDropped,
  roundAgain,
  sinceRunning,
  verdictsWith,
} from './corrections.js';
import type { GameEvent, GameEventType, QuestionContent } from './events.js';
import type { QuestionId, UserId } from './ids.js';
import { newcomer, playerOf, seated } from './players.js';
import { seatMoved } from './seat-moved.js';
import { refused, requestOf, requestsMoved, seatGiven, withoutRequest } from './seat-requests.js';
import {
  type CurrentQuestion,
  type Game,
  type GameState,
  type LastAction,
  type Player,
  type PlayingGame,
  type Question,
  type Removal,
} from './state.js';

/**
 * The state after an event. Never throws: an event that does not fit the state changes nothing but the version, because
 * what is in the log has happened, and a game that cannot be loaded helps nobody.
 */
export function evolve(state: GameState, event: GameEvent): GameState {
  if (state.status === 'none') return event.type === 'gameCreated' ? created(event) : state;
  const lastAction = event.type === 'owned' ? state.lastAction : actionOf(event, state.moderatorId);
  const updatedAt = Math.max(state.updatedAt, event.at);
  return { ...applied(state, event), version: state.version + 1, updatedAt, lastAction };
}

/** Events about a player that are the moderator's doing. */
const BY_MODERATOR: ReadonlySet<string> = new Set([
  ...(['answerJudged', 'verdictUndone', 'verdictChanged', 'scoreChanged'] as const),
  ...(['playerNameSet', 'playerRemoved', 'playerBanned', 'seatRefused', 'seatGiven'] as const),
] satisfies GameEventType[]);

/** Events that the server itself noticed. */
const NOTICED: ReadonlySet<string> = new Set([
  'deskDisconnected',
  'deskReconnected',
  'musicDeskLost',
] satisfies GameEventType[]);

/** Who did what last, as far as an event tells; `by` is null when the server itself noticed. */
export function actionOf(
  event: {
    readonly type: string;
    readonly at: number;
    readonly playerId?: UserId | null;
    readonly to?: UserId;
    readonly absent?: boolean;
  },
  moderatorId: UserId,
): LastAction {
  if (NOTICED.has(event.type)) return { type: event.type, at: event.at, by: null };
  const byPlayer = BY_MODERATOR.has(event.type) ? undefined : (event.playerId ?? event.to);
  return { type: event.type, at: event.at, by: event.absent === true ? null : (byPlayer ?? moderatorId) };
}

function created(event: GameEvent & { type: 'gameCreated' }): GameState {
  const { gameId, gameCode, moderatorId, moderatorName, settings, at } = event;
  return {
    status: 'setup',
    version: 1,
    gameId,
    gameCode,
    moderatorId,
    moderatorName,
    moderatorLeft: false,
    deskDisconnected: false,
    musicDesk: null,
    createdAt: at,
    settings,
    categories: event.categories.map(({ id, name, questions }) => ({
      id,
      name,
      changedAtVersion: 1,
      questions: questions.map(({ id: questionId, ...content }) => freshQuestion(questionId, content, 1)),
    })),
    players: [],
    joiningLocked: false,
    bans: NO_BANS,
    seatRequests: [],
    seatRefusals: [],
    timeTrialMode: false,
    timeTrialUpdatedAt: null,
    lastAction: actionOf(event, moderatorId),
    updatedAt: at,
  };
}

function applied(game: Game, event: GameEvent): Game {
  switch (event.type) {
    case 'gameCreated':
    case 'owned':
      return game;
    case 'categoryAdded': {
      const category = { id: event.categoryId, name: event.name, questions: [], changedAtVersion: game.version + 1 };
      return { ...game, categories: [...game.categories, category] };
    }
    case 'categoryRenamed': {
      const change = { name: event.name, changedAtVersion: game.version + 1 };
      return { ...game, categories: changed(game.categories, event.categoryId, (c) => ({ ...c, ...change })) };
    }
    case 'categoryMoved':
      return { ...game, categories: moved(game.categories, event.categoryId, event.order) };
    case 'categoryDeleted':
      return withoutLostProposal({ ...game, categories: without(game.categories, event.categoryId) });
    case 'questionAdded': {
      const question = freshQuestion(event.questionId, event.content, game.version + 1);
      return { ...game, categories: questionAdded(game.categories, event.categoryId, question) };
    }
    case 'questionUpdated': {
      const change = { ...event.content, changedAtVersion: game.version + 1 };
      return withQuestion(game, event, (question) => ({ ...question, ...change }));
    }
    case 'questionMoved':
      return { ...game, categories: questionMoved(game.categories, event) };
    case 'questionDeleted':
      return withoutLostProposal({
        ...game,
        categories: questionRemoved(game.categories, event.categoryId, event.questionId),
      });
    case 'settingsChanged':
      return settingsChanged(notUndoable({ ...game, settings: event.settings }), event.at);
    case 'gameStarted':
      if (game.status !== 'setup') return game;
      return { ...game, status: 'playing', startedAt: event.at, nextSelectorId: game.moderatorId, ...NO_ROUND };
    case 'questionSelected':
      if (game.status !== 'playing') return game;
      return { ...game, current: selected(game, event), proposedQuestionId: null, lastVerdict: null };
    case 'questionProposed':
      if (game.status !== 'playing' || game.nextSelectorId !== event.playerId) return game;
      return { ...game, proposedQuestionId: event.questionId };
    case 'proposalWithdrawn':
      return game.status === 'playing' ? { ...game, proposedQuestionId: null } : game;
    case 'playerBuzzed':
      return inRound(game, event.questionId, (playing, current) => buzzed(playing, current, event));
    case 'answerJudged':
      return inRound(game, event.questionId, (playing, current) => judged(playing, current, event));
    case 'questionMarkedUnanswered':
      return inRound(game, event.questionId, (playing, current) => ({
        ...withQuestion(playing, current, (question) => ({ ...question, answered: true })),
        current: null,
        lastVerdict: lastVerdictOf(playing, current, event),
      }));
    case 'musicPaused':
      return inRound(game, event.questionId, (playing, current) => ({
        ...playing,
        current: sinceRunning(
          current,
          musicSetByHand(current, event.at, event.paused, conditions(game, current)),
          event.at,
        ),
      }));
    case 'songNoted':
      return inRound(game, event.questionId, (playing, current) => ({
        ...playing,
        current: songSet(current, event.at, event.lengthMs, event.heardMs),
      }));
    case 'soundNoted':
      return inRound(game, event.questionId, (playing) =>
        withRound(playing, event.at, (current, at, by) => soundSet(current, at, event.sounding, by)),
      );
    case 'timerSet':
      return inRound(game, event.questionId, (playing) =>
        withRound(playing, event.at, (current, at, by) => timerSet(current, at, event.running, by)),
      );
    case 'timeTrialSwitched': {
      const mode = { timeTrialMode: event.on, timeTrialUpdatedAt: event.at };
      if (game.status !== 'playing' || game.current === null) return notUndoable({ ...game, ...mode });
      const current = timeTrialSet(game.current, event.at, conditions({ ...game, ...mode }, game.current));
      return { ...game, ...mode, current: { ...current, runningSince: event.at }, lastVerdict: null };
    }
    case 'gameCompleted':
      return completed(game, event.at);
    case 'playerJoined':
      return playerOf(game, event.playerId) === null ? withPlayer(game, newcomer(game, event)) : game;
    case 'playerRejoined': {
      const back = { name: event.name, isActive: true, rejoinedAt: event.at, removed: null };
      return changedPlayer(game, event.playerId, (player) => ({
        ...player,
        ...back,
        deviceHash: event.deviceHash ?? player.deviceHash,
      }));
    }
    case 'playerRenamed':
      return changedPlayer(game, event.playerId, (player) => ({ ...player, name: event.name }));
    case 'seatMoved':
      return requestsMoved(seatMoved(game, event.from, event.to), event);
    case 'playerLeft':
      return left(game, event.playerId, event.at);
    case 'moderatorLeft':
      return { ...game, moderatorLeft: true };
    case 'moderatorRejoined':
      return { ...game, moderatorLeft: false };
    case 'deskDisconnected':
      return withRound({ ...game, deskDisconnected: true }, event.since, settled);
    case 'deskReconnected':
      return withRound({ ...game, deskDisconnected: false }, event.at, settled);
    case 'musicDeskSet':
      return withRound({ ...game, musicDesk: event.deskId }, event.at, soundLost);
    case 'musicDeskLost':
      return withRound({ ...game, musicDesk: null }, event.since, soundLost);
    case 'moderatorMoved':
      return moderatorMoved(game, event.from, event.to);
    case 'verdictUndone':
      return undone(game, event);
    case 'verdictChanged':
      return verdictChanged(game, event);
    case 'scoreChanged':
      return changedPlayer(game, event.playerId, (player) => ({ ...player, score: player.score + event.gain }));
    case 'playerNameSet':
      return changedPlayer(game, event.playerId, (player) => ({ ...player, name: event.name, nameSet: true }));
    case 'playerRemoved': {
      const player = playerOf(game, event.playerId);
      const isLifted = player?.removed === 'banned';
      return removed(isLifted ? { ...game, bans: bansWithout(game, player) } : game, event, 'removed');
    }
    case 'playerBanned': {
      const bans = bansWith(game, event.playerId, playerOf(game, event.playerId));
      return removed({ ...game, bans }, event, 'banned');
    }
    case 'seatRequested':
      return { ...game, seatRequests: [...withoutRequest(game.seatRequests, event.playerId), requestOf(event)] };
    case 'seatRequestEnded':
      return { ...game, seatRequests: withoutRequest(game.seatRequests, event.playerId) };
    case 'seatRefused':
      return refused(game, event);
    case 'seatGiven':
      return seatGiven(game, event);
    case 'gameFollowed':
      return game.status === 'completed' ? { ...game, next: game.next ?? event.next } : game;
    case 'joiningLocked':
      return { ...game, joiningLocked: event.locked };
    default: {
      const unknown: never = event;
      return unknown ?? game;
    }
  }
}

type Change = <T extends Playback>(playback: T, at: number, conditions: Conditions) => T;

/** The game with song and clock of its round changed. */
function withRound<G extends Game>(game: G, at: number, change: Change): G {
  if (game.status !== 'playing' || game.current === null) return game;
  const { current } = game;
  return { ...game, current: sinceRunning(current, change(current, at, conditions(game, current)), at) };
}

const conditions = (
  { timeTrialMode, deskDisconnected }: Pick<Game, 'timeTrialMode' | 'deskDisconnected'>,
  { answerQueue }: Pick<CurrentQuestion, 'answerQueue'>,
): Conditions => ({ timeTrial: timeTrialMode, queueLength: answerQueue.length, deskDisconnected });

function moderatorMoved(game: Game, from: UserId, to: UserId): Game {
  if (game.moderatorId !== from) return game;
  if (game.status !== 'playing') return { ...game, moderatorId: to };
  const renamed = (id: UserId | null) => (id === from ? to : id);
  const { lastVerdict } = game;
  return {
    ...game,
    moderatorId: to,
    nextSelectorId: renamed(game.nextSelectorId),
    lastVerdict: lastVerdict && { ...lastVerdict, nextSelectorId: renamed(lastVerdict.nextSelectorId) },
  };
}

const settingsChanged = (game: Game, at: number): Game =>
  isSoundReported(game) ? game : withRound(game, at, soundUnreported);

const NO_ROUND = { proposedQuestionId: null, current: null, lastVerdict: null } as const;

const notUndoable = (game: Game): Game => (game.status === 'playing' ? { ...game, lastVerdict: null } : game);

function undone(game: Game, event: GameEvent & { type: 'verdictUndone' }): Game {
  const last = game.status === 'playing' ? game.lastVerdict : null;
  if (game.status !== 'playing' || last?.version !== event.verdict) return game;
  const { playerId } = last;
  const scored =
    playerId === null
      ? game
      : changedPlayer(game, playerId, (player) => ({ ...player, score: player.score + event.gain }));
  const open = { answered: false, answeredBy: null, answeredCorrectly: false };
  const opened = withQuestion(scored, last.round, (question) => ({
    ...question,
    ...open,
    verdicts: question.verdicts.filter(({ version }) => version !== event.verdict),
  }));
  const { nextSelectorId } = last;
  const current = roundAgain(game, last, event.at, conditions(game, last.round));
  return { ...opened, current, nextSelectorId, proposedQuestionId: null, lastVerdict: null };
}

/** The game without a proposal whose question is no longer on the board. */
function withoutLostProposal(game: Game): Game {
  if (game.status !== 'playing' || game.proposedQuestionId === null) return game;
  const { proposedQuestionId } = game;
  const isThere = game.categories.some(({ questions }) => questions.some(({ id }) => id === proposedQuestionId));
  return isThere ? game : { ...game, proposedQuestionId: null };
}

function verdictChanged(game: Game, event: GameEvent & { type: 'verdictChanged' }): Game {
  const { playerId, questionId, gain } = event;
  const where = game.categories.find(({ questions }) => questions.some(({ id }) => id === questionId));
  if (where === undefined) return game;
  const scored = changedPlayer(game, playerId, (player) => ({ ...player, score: player.score + gain }));
  const changedGame = withQuestion(scored, { categoryId: where.id, questionId }, (question) => {
    const verdicts = verdictsWith(question.verdicts, event);
    const by = answeredBy(verdicts);
    return { ...question, verdicts, answeredBy: by, answeredCorrectly: by !== null };
  });
  const isLast = changedGame.status === 'playing' && changedGame.lastVerdict?.version === event.verdict;
  return isLast ? notUndoable(changedGame) : changedGame;
}

function removed(game: Game, { playerId, at }: { readonly playerId: UserId; readonly at: number }, how: Removal): Game {
  const player = playerOf(game, playerId);
  if (player === null) return game;
  const gone = player.isActive ? left(game, playerId, at) : game;
  return changedPlayer(gone, playerId, (one) => ({ ...one, removed: how }));
}

const freshQuestion = (id: QuestionId, content: QuestionContent, changedAtVersion: number): Question => ({
  id,
  ...content,
  answered: false,
  answeredBy: null,
  answeredCorrectly: false,
  attemptedBy: [],
  verdicts: [],
  changedAtVersion,
});

function selected(game: PlayingGame, event: GameEvent & { type: 'questionSelected' }): CurrentQuestion {
  const round: CurrentQuestion = {
    ...started(event.at, isSoundReported(game)),
    categoryId: event.categoryId,
    questionId: event.questionId,
    answerQueue: [],
    wrong: [],
    runningSince: event.at,
  };
  return settled(round, event.at, conditions(game, round));
}

function buzzed(game: PlayingGame, current: CurrentQuestion, event: GameEvent & { type: 'playerBuzzed' }): PlayingGame {
  const { playerId, at } = event;
  const answerQueue = [...current.answerQueue, { playerId, at }];
  const paused = pressed(current, at, conditions(game, { answerQueue }), event.elapsedSeconds);
  const attempted = withQuestion(game, current, (question) =>
    question.attemptedBy.includes(playerId)
      ? question
      : { ...question, attemptedBy: [...question.attemptedBy, playerId] },
  );
  return {
    ...attempted,
    current: { ...paused, answerQueue },
    lastVerdict: buzzedSince(game.lastVerdict, { playerId, at }),
  };
}

function judged(game: PlayingGame, current: CurrentQuestion, event: GameEvent & { type: 'answerJudged' }): PlayingGame {
  const { playerId, gain, correct, at } = event;
  const rewarded = changedPlayer(game, playerId, (player) => ({ ...player, score: player.score + gain }));
  const verdict = {
    version: game.version + 1,
    playerId,
    correct,
    gain,
    elapsedSeconds: current.timeTrialElapsedSeconds,
  };
  const noted = withQuestion(rewarded, current, (question) => ({
    ...question,
    verdicts: [...question.verdicts, verdict],
  }));
  const categories = oldestDropped(noted.categories);
  const scored = { ...noted, categories, lastVerdict: lastVerdictOf(game, current, event) };
  if (event.correct) {
    const answer = { answered: true, answeredBy: playerId, answeredCorrectly: true };
    const answered = withQuestion(scored, current, (question) => ({ ...question, ...answer }));
    return { ...answered, current: null, nextSelectorId: playerId };
  }
  const wrong = current.wrong.includes(playerId) ? current.wrong : [...current.wrong, playerId];
  // The clock runs again once nobody is waiting any more, and the music by then at the latest.
  const isPaused = pausedAfterWrong(current, game.settings.musicAfterWrong);
  const goesOn = musicSet({ ...current, wrong }, at, isPaused, conditions(game, current));
  return { ...scored, current: outOfQueue(game, goesOn, playerId, at) };
}

/** The round without this player in the queue; when that leaves it empty, music and clock run again. */
function outOfQueue(game: Game, current: CurrentQuestion, playerId: UserId, at: number): CurrentQuestion {
  const answerQueue = current.answerQueue.filter((press) => press.playerId !== playerId);
  if (answerQueue.length === current.answerQueue.length) return current;
  if (answerQueue.length > 0) return { ...current, answerQueue };
  return { ...queueEmptied(current, at, conditions(game, { answerQueue })), answerQueue, runningSince: at };
}

function completed(game: Game, at: number): Game {
  if (game.status === 'completed') return game;
  const open = { deskDisconnected: false, seatRequests: [], seatRefusals: [] };
  const over = { status: 'completed', completedAt: at, next: null, ...open } as const;
  if (game.status === 'setup') return { ...game, ...over, startedAt: null };
  const {
    current: _current,
    nextSelectorId: _nextSelectorId,
    proposedQuestionId: _proposedQuestionId,
    lastVerdict: _lastVerdict,
    ...rest
  } = game;
  return { ...rest, ...over };
}

function left(game: Game, playerId: UserId, at: number): Game {
  const gone = changedPlayer(game, playerId, (player) => ({ ...player, isActive: false, leftAt: at }));
  if (gone.status !== 'playing') return gone;
  const wasSelector = gone.nextSelectorId === playerId;
  return {
    ...gone,
    nextSelectorId: wasSelector ? null : gone.nextSelectorId,
    proposedQuestionId: wasSelector ? null : gone.proposedQuestionId,
    current: gone.current && outOfQueue(gone, gone.current, playerId, at),
    lastVerdict: leftSince(gone.lastVerdict, playerId),
  };
}

const withPlayer = <G extends Game>(game: G, player: Player): G => ({
  ...game,
  players: seated(game.players, player),
});

function changedPlayer<G extends Game>(game: G, id: UserId, change: (player: Player) => Player): G {
  const player = playerOf(game, id);
  return player === null ? game : withPlayer(game, change(player));
}

const withQuestion = <G extends Game>(
  game: G,
  where: Pick<CurrentQuestion, 'categoryId' | 'questionId'>,
  change: (question: Question) => Question,
): G => ({ ...game, categories: questionChanged(game.categories, where.categoryId, where.questionId, change) });

const inRound = (
  game: Game,
  questionId: QuestionId,
  change: (playing: PlayingGame, current: CurrentQuestion) => PlayingGame,
): Game => (game.status === 'playing' && game.current?.questionId === questionId ? change(game, game.current) : game);
