import { z } from 'zod';
import { musicSetByHand } from './clock.js';
import { CATEGORIES_MAX, NAME_MAX_UNITS, TEAMS_MAX } from './constants.js';
import {
  command,
  event,
  rejected,
  type Emits,
  type CommandOf,
  type Context,
  type ViewEvolution,
} from './definition.js';
import type { EventOf, HiddenEvent } from './definition.js';
import { isStartHeld, withoutHeldStart } from './held-start.js';
import { CategoryId, GameCode, GameId, plannedTeam, QuestionId, UserId } from './ids.js';
import { withoutSuspensions } from './membership.js';
import { cleanName } from './names.js';
import { withoutPause } from './pause.js';
import { planTeams } from './people/planned-teams.js';
import { type PlaybackChange, withPlayback } from './playback.js';
import { CategoryDraft, QuestionContent } from './quiz.js';
import { withoutChorus } from './round/chorus.js';
import { type buzzesOrdered, ordering } from './round/hold.js';
import { contentOf } from './setup/draft.js';
import { freshQuestion } from './setup/questions.js';
import { fitOneCopy } from './setup/quiz-size.js';
import { settingsWith } from './setup/settings.js';
import { DEFAULT_SETTINGS, Settings, type Game, type GameState } from './state.js';
import { createdTeam, type teamCreated } from './teams/setup.js';
import { restDealt, type teamsDealt } from './teams/places.js';
import { withTurn } from './teams.js';
import { cleanText } from './texts.js';
import type { timeTrialSwitched } from './time-trial.js';
import { closing, type questionMarkedUnanswered } from './verdict/judge.js';
import { awardsOf } from './views/awards.js';
import { currentOf, finalEvidence } from './views/view-of.js';

const hidden = (v: number): HiddenEvent => ({ v });
const musicStopped: PlaybackChange = (round, at, conditions) => musicSetByHand(round, at, true, conditions);

export const gameCreated = event('gameCreated', {
  fields: () => ({
    gameId: GameId,
    gameCode: z.string(),
    moderatorId: UserId,
    moderatorName: z.string(),
    settings: Settings,
    categories: z.array(
      z.strictObject({
        id: CategoryId,
        name: z.string(),
        questions: z.array(QuestionContent.extend({ id: QuestionId })),
      }),
    ),
  }),
  evolve: (game) => game,
  view: hidden,
});

/** Issued once, by the service that reserved the code, for the user who will moderate. */
export const createGame = command('createGame', {
  issuer: 'anyone',
  fields: () => ({
    gameCode: GameCode,
    moderatorName: z.string().max(NAME_MAX_UNITS),
    settings: Settings.partial().default({}),
    timeTrialMode: z.boolean().optional(),
    categories: z.array(CategoryDraft).max(CATEGORIES_MAX).default([]),
    /** Of an event, for the room of the game. */
    teams: z.array(plannedTeam()).max(TEAMS_MAX).optional(),
  }),
  decide: (): Emits<typeof gameCreated> => rejected('game-already-exists'),
});

/** Ids are made by the client and must be new. */
export function create(
  state: GameState,
  {
    gameCode,
    moderatorName,
    settings,
    timeTrialMode = false,
    categories: drafts,
    teams = [],
  }: CommandOf<typeof createGame>,
  ctx: Context,
): Emits<typeof gameCreated | typeof timeTrialSwitched | typeof teamCreated> {
  if (state.status !== 'none') return rejected('game-already-exists');
  const moderator = cleanName(moderatorName);
  if ('refused' in moderator) return rejected(moderator.refused);

  const taken = new Set<CategoryId | QuestionId>();
  const categories: EventOf<typeof gameCreated>['categories'] = [];
  for (const { categoryId, name: typed, questions } of drafts) {
    const name = cleanText(typed);
    if (name === '') return rejected('category-name-required', { id: categoryId });
    if (!claim(taken, categoryId)) return rejected('id-taken', { id: categoryId });
    const contents: (QuestionContent & { id: QuestionId })[] = [];
    for (const draft of questions) {
      if (!claim(taken, draft.questionId)) return rejected('id-taken', { id: draft.questionId });
      const read = contentOf(draft);
      if ('refused' in read) return rejected(read.refused, { id: draft.questionId });
      contents.push({ id: draft.questionId, ...read.content });
    }
    categories.push({ id: categoryId, name, questions: contents });
  }
  if (!fitOneCopy(categories.flatMap(({ questions }) => questions))) return rejected('quiz-too-large');
  const planned = planTeams(teams, null);
  if ('refused' in planned) return rejected(planned.refused);
  return [
    {
      type: 'gameCreated',
      at: ctx.now,
      gameId: ctx.gameId,
      gameCode,
      moderatorId: ctx.actor.userId,
      moderatorName: moderator.name,
      settings: settingsWith(DEFAULT_SETTINGS, settings),
      categories,
    },
    ...(timeTrialMode ? [{ type: 'timeTrialSwitched' as const, at: ctx.now, on: true }] : []),
    ...planned.teams.map((team, n) => createdTeam({ ...team, number: n + 1, fixed: true }, ctx.now)),
  ];
}

function claim<T>(taken: Set<T>, id: T): boolean {
  const isNew = !taken.has(id);
  taken.add(id);
  return isNew;
}

/** The state after the first event. */
export function created({ type, at, categories, ...game }: EventOf<typeof gameCreated>): GameState {
  const { gameId, gameCode, moderatorId, moderatorName, settings } = game;
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
    categories: categories.map(({ id, name, questions }) => ({
      id,
      name,
      changedAtVersion: 1,
      questions: questions.map(({ id: questionId, ...content }) => freshQuestion(questionId, content, 1)),
    })),
    players: [],
    scoreChanges: [],
    joiningLocked: false,
    bans: { users: [], seats: [], devices: [] },
    seatRequests: [],
    seatRefusals: [],
    timeTrialMode: false,
    timeTrialUpdatedAt: null,
    lastAction: { type, at, by: moderatorId },
    updatedAt: at,
  };
}

/** A replica took the game over; `epoch` fences the owner before it. No state changes. */
export const owned = event('owned', {
  fields: () => ({ epoch: z.number() }),
  evolve: (game) => game,
  view: hidden,
});

export const gameStarted = event('gameStarted', {
  fields: () => ({}),
  evolve: (game, { at }) => {
    if (game.status !== 'setup') return game;
    const noRound = { proposedQuestionId: null, current: null, lastVerdict: null };
    return {
      ...withoutHeldStart(game),
      status: 'playing',
      startedAt: at,
      nextSelectorId: game.moderatorId,
      ...noRound,
    };
  },
});

export const gameStartedView: ViewEvolution<typeof gameStarted> = {
  evolveView: (view, { at }) => {
    const nextSelector = { id: view.moderatorId, name: view.moderatorName };
    return { ...withoutHeldStart(view), status: 'playing', startedAt: at, nextSelector };
  },
};

/** An empty board may start: questions can be added while playing. */
export const startGame = command('startGame', {
  issuer: 'judge',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof teamsDealt | typeof gameStarted> => {
    if (game.status !== 'setup') return rejected('not-in-setup');
    return isStartHeld(game) ? rejected('start-held') : [...restDealt(game, at), { type: 'gameStarted', at }];
  },
});

export const gameCompleted = event('gameCompleted', {
  fields: () => ({}),
  evolve: (game, { at }) => {
    if (game.status === 'completed') return game;
    const closed = { deskDisconnected: false, seatRequests: [], seatRefusals: [] };
    const end = { status: 'completed', completedAt: at, next: null, ...closed } as const;
    if (game.status === 'setup') return { ...withoutSuspensions(game), ...end, startedAt: null, ended: null };
    const { current, nextSelectorId, nextTeam, proposedQuestionId, lastVerdict, ...rest } = withoutSuspensions(
      withoutPause(withoutChorus(withPlayback(game, at, musicStopped))),
    );
    const turn = { nextSelectorId, ...(nextTeam !== undefined && { nextTeam }) };
    return { ...rest, ...end, ended: { current, ...turn, proposedQuestionId, lastVerdict } };
  },
  view: (v, completed, after) => ({ v, ...completed, ...awardsOf(after), ...finalEvidence(after) }),
});

export const gameCompletedView: ViewEvolution<typeof gameCompleted> = {
  evolveView: (view, { at, awards, evidence }) => ({
    ...withTurn(withoutSuspensions(withoutPause(withoutChorus(view))), undefined),
    ...(awards && { awards }),
    ...(evidence !== undefined && { evidence }),
    status: 'completed',
    completedAt: at,
    deskDisconnected: false,
    current: null,
    nextSelector: null,
    proposedQuestionId: null,
    lastVerdict: null,
    seatRequests: [],
  }),
};

export const completeGame = command('completeGame', {
  issuer: 'judge',
  fields: () => ({}),
  decide: ({ game, at }): Emits<typeof buzzesOrdered | typeof questionMarkedUnanswered | typeof gameCompleted> => {
    const current = currentOf(game);
    return [
      ...ordering(game, at),
      // The points of those who were right before others that are level with them are for a question that was answered.
      ...(current?.right ? [closing(current, at)] : []),
      { type: 'gameCompleted', at },
    ];
  },
});

/** After the end: the same moderator goes on in another game. */
export const gameFollowed = event('gameFollowed', {
  fields: () => ({ next: GameId }),
  evolve: (game, { next }): Game => (game.status === 'completed' ? { ...game, next: game.next ?? next } : game),
});

export const gameFollowedView: ViewEvolution<typeof gameFollowed> = {
  evolveView: (view, { next }) => (view.status === 'completed' ? { ...view, next: view.next ?? next } : view),
};

/**
 * After the end: all players go on in the game that the moderator created by a request of this id. The first one stays, as
 * two desks may ask for one each.
 */
export const playAgain = command('playAgain', {
  issuer: 'settings',
  fields: () => ({ requestId: z.string().min(8).max(64) }),
  decide: (): Emits<typeof gameFollowed> => rejected('not-allowed'),
  decideEnded: (game, at, { nextGameId }): Emits<typeof gameFollowed> => {
    if (nextGameId == null || nextGameId === game.gameId) return rejected('not-allowed');
    return game.next === null ? [{ type: 'gameFollowed', at, next: nextGameId }] : [];
  },
});
