import { categoryOf, questionAt } from '../board.js';
import { isSoundReported, settled, started } from '../clock.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { CategoryId, QuestionId, UserId } from '../ids.js';
import { seatInRound } from '../lock-outs.js';
import { conditionsOf } from '../playback.js';
import { playerOf } from '../players.js';
import type { CurrentQuestion, Player, PlayingGame } from '../state.js';
import { withoutChorus } from './chorus.js';
import { mediumFor } from '../views/view-of.js';

/** `playerId`: who selected it instead of the moderator. */
export const questionSelected = event('questionSelected', {
  fields: () => ({ categoryId: CategoryId, questionId: QuestionId, playerId: UserId.optional() }),
  evolve: (game, { categoryId, questionId, at }) => {
    if (game.status !== 'playing') return game;
    const round: CurrentQuestion = {
      ...started(at, isSoundReported(game)),
      categoryId,
      questionId,
      answerQueue: [],
      wrong: [],
      runningSince: at,
    };
    const current = settled(round, at, conditionsOf(game, 0));
    return { ...withoutChorus(game), current, proposedQuestionId: null, lastVerdict: null };
  },
  /** `medium` and `attemptedBy`: as in the view's `current`. */
  view: (v, selected, after, _before, kind) => ({
    v,
    ...selected,
    medium: mediumFor(after, selected, kind),
    attemptedBy: kind === 'full' ? (questionAt(after, selected)?.attemptedBy ?? []) : null,
  }),
  isPerKind: true,
});

export const questionSelectedView: ViewEvolution<typeof questionSelected> = {
  evolveView: (view, { categoryId, questionId, medium, attemptedBy, at }) => {
    const current = {
      ...settled(started(at, isSoundReported(view)), at, conditionsOf(view, 0)),
      categoryId,
      questionId,
      queue: [],
      queueLength: 0,
      medium,
      attemptedBy,
    };
    return { ...withoutChorus(view), current, proposedQuestionId: null, lastVerdict: null };
  },
  evolveSeat: (seat) => ({ ...seatInRound(seat, { place: null, out: false }), beforeVerdict: null }),
};

/** The next selector is only shown: the moderator may select at any time. */
export const selectQuestion = command('selectQuestion', {
  issuer: 'judge',
  fields: () => ({ categoryId: CategoryId, questionId: QuestionId }),
  decide: ({ game, at }, { categoryId, questionId }): Emits<typeof questionSelected> => {
    if (game.status !== 'playing') return rejected('not-playing');
    const category = categoryOf(game, categoryId);
    if (category === undefined) return rejected('category-not-found', { id: categoryId });
    const question = category.questions.find(({ id }) => id === questionId);
    if (question === undefined) return rejected('question-not-found', { id: questionId });
    if (game.paused !== undefined) return rejected('paused');
    if (game.current !== null) return rejected('question-in-play');
    if (question.answered) return rejected('question-already-answered');
    return [{ type: 'questionSelected', at, categoryId, questionId }];
  },
});

/** Whether this player picks: in a game with teams the captain of that team, or any of its members if it has none. */
function isTurnOf({ nextSelectorId, nextTeam, teams }: PlayingGame, { id, team }: Player): boolean {
  if (nextTeam === undefined) return nextSelectorId === id;
  return nextTeam === team && (teams?.find(({ number }) => number === team)?.captain ?? id) === id;
}

/** What the player whose turn it is would like to play. */
export const questionProposed = event('questionProposed', {
  fields: () => ({ questionId: QuestionId, playerId: UserId }),
  evolve: (game, { questionId, playerId }) => {
    const player = playerOf(game, playerId);
    const isTheirs = game.status === 'playing' && player !== null && isTurnOf(game, player);
    return isTheirs ? { ...game, proposedQuestionId: questionId } : game;
  },
});
export const questionProposedView: ViewEvolution<typeof questionProposed> = {
  evolveView: (view, { questionId }) => ({ ...view, proposedQuestionId: questionId }),
};

/** By the player whose turn it is. Where the settings say so it selects the question, else it waits for the moderator. */
export const proposeQuestion = command('proposeQuestion', {
  issuer: 'anyone',
  fields: () => ({ questionId: QuestionId }),
  decide: ({ game, at, ctx }, { questionId }): Emits<typeof questionSelected | typeof questionProposed> => {
    const playerId = ctx.actor.userId;
    const player = playerOf(game, playerId);
    if (player?.isActive !== true) return rejected('not-a-player');
    if (game.status !== 'playing') return rejected('not-playing');
    if (game.paused !== undefined) return rejected('paused');
    if (game.current !== null) return rejected('question-in-play');
    if (!isTurnOf(game, player)) return rejected('not-your-turn');
    const category = game.categories.find(({ questions }) => questions.some(({ id }) => id === questionId));
    const question = category?.questions.find(({ id }) => id === questionId);
    if (category === undefined || question === undefined) return rejected('question-not-found', { id: questionId });
    if (question.answered) return rejected('question-already-answered');
    if (game.settings.picking === 'direct')
      return [{ type: 'questionSelected', at, categoryId: category.id, questionId, playerId }];
    if (game.proposedQuestionId === questionId) return [];
    return [{ type: 'questionProposed', at, questionId, playerId }];
  },
});

export const proposalWithdrawn = event('proposalWithdrawn', {
  fields: () => ({ playerId: UserId }),
  evolve: (game) => (game.status === 'playing' ? { ...game, proposedQuestionId: null } : game),
});
export const proposalWithdrawnView: ViewEvolution<typeof proposalWithdrawn> = {
  evolveView: (view) => ({ ...view, proposedQuestionId: null }),
};

export const withdrawProposal = command('withdrawProposal', {
  issuer: 'anyone',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof proposalWithdrawn> => {
    const playerId = ctx.actor.userId;
    const player = playerOf(game, playerId);
    if (player?.isActive !== true) return rejected('not-a-player');
    if (game.status !== 'playing') return rejected('not-playing');
    if (!isTurnOf(game, player)) return rejected('not-your-turn');
    return game.proposedQuestionId === null ? [] : [{ type: 'proposalWithdrawn', at, playerId }];
  },
});
