import { z } from 'zod';
import {
  categoryOf,
  questionRemoved,
  questionsOf,
  withoutLostProposal,
  withQuestion,
  withQuestionAdded,
  withQuestionMoved,
  withQuestionView,
  type QuestionPlace,
} from '../board.js';
import { QUESTIONS_PER_CATEGORY_MAX } from '../constants.js';
import {
  command,
  event,
  rejected,
  type Emits,
  type ViewEvolution,
  type Outcome,
  type Rejected,
} from '../definition.js';
import { CategoryId, QuestionId, Version } from '../ids.js';
import { QuestionContent, QuestionDraft } from '../quiz.js';
import type { Category, Game, Question } from '../state.js';
import type { CategoryView, GameView, QuestionView, ViewKind } from '../views.js';
import { secretOf } from '../views/view-of.js';
import { contentOf } from './draft.js';
import { fitOneGame, writtenBytes } from './quiz-size.js';

const place = () => ({ categoryId: CategoryId, questionId: QuestionId });

export const freshQuestion = (id: QuestionId, content: QuestionContent, changedAtVersion: number): Question => ({
  id,
  ...content,
  answered: false,
  answeredBy: null,
  answeredCorrectly: false,
  attemptedBy: [],
  verdicts: [],
  changedAtVersion,
});

/** What views get of a question's content: the secret only where `kind` is the full view. */
const contentSeen = (content: QuestionContent, kind: ViewKind) => ({
  points: content.points,
  secret: kind === 'full' ? secretOf(content) : null,
});

export const questionAdded = event('questionAdded', {
  fields: () => ({ ...place(), content: QuestionContent }),
  evolve: (game, { categoryId, questionId, content }) => {
    const question = freshQuestion(questionId, content, game.version + 1);
    return { ...game, categories: withQuestionAdded(game.categories, categoryId, question) };
  },
  view: (v, { content, ...rest }, _after, _before, kind) => ({ v, ...rest, ...contentSeen(content, kind) }),
  isPerKind: true,
});

export const questionAddedView: ViewEvolution<typeof questionAdded> = {
  evolveView: (view, { categoryId, questionId: id, points, secret }) => {
    const question: QuestionView = {
      id,
      points,
      answered: false,
      answeredBy: null,
      answeredByName: null,
      answeredCorrectly: false,
      secret,
      // The full view alone is sent the secret, and shows verdicts.
      verdicts: secret === null ? null : [],
    };
    return { ...view, categories: withQuestionAdded(view.categories, categoryId, question) };
  },
};

export const addQuestion = command('addQuestion', {
  issuer: 'settings',
  fields: () => ({ ...place(), question: QuestionDraft }),
  decide: ({ game, at }, { categoryId, questionId, question }): Emits<typeof questionAdded> => {
    const category = categoryOf(game, categoryId);
    if (category === undefined) return rejected('category-not-found', { id: categoryId });
    const all = questionsOf(game);
    // Over all categories: a buzz and a verdict name the question alone.
    if (all.some(({ id }) => id === questionId)) return rejected('id-taken', { id: questionId });
    if (category.questions.length >= QUESTIONS_PER_CATEGORY_MAX) return rejected('game-full');
    const read = contentOf(question);
    if ('refused' in read) return rejected(read.refused);
    if (!fitOneGame([...all, read.content])) return rejected('quiz-too-large');
    return [{ type: 'questionAdded', at, categoryId, questionId, content: read.content }];
  },
});

export const questionUpdated = event('questionUpdated', {
  fields: () => ({ ...place(), content: QuestionContent }),
  evolve: (game, { content, ...where }) => {
    const change = { ...content, changedAtVersion: game.version + 1 };
    return withQuestion(game, where, (question) => ({ ...question, ...change }));
  },
  view: (v, { content, ...rest }, _after, _before, kind) => ({ v, ...rest, ...contentSeen(content, kind) }),
  isPerKind: true,
});

export const questionUpdatedView: ViewEvolution<typeof questionUpdated> = {
  evolveView: (view, { points, secret, ...where }) =>
    withQuestionView(view, where, (question) => ({ ...question, points, secret })),
};

export const updateQuestion = command('updateQuestion', {
  issuer: 'settings',
  fields: () => ({ ...place(), question: QuestionDraft, basedOn: Version.optional() }),
  decide: ({ game, at }, { categoryId, questionId, question: draft, basedOn }): Emits<typeof questionUpdated> =>
    editing(game, { categoryId, questionId }, (question) => {
      const read = contentOf(draft);
      if ('refused' in read) return rejected(read.refused);
      if (sameContent(question, read.content)) return [];
      if (isStale(question, basedOn)) return rejected('stale-edit');
      const others = questionsOf(game).filter(({ id }) => id !== questionId);
      // What makes a game smaller is never refused.
      const grows = writtenBytes(read.content) > writtenBytes(question);
      if (grows && !fitOneGame([...others, read.content])) return rejected('quiz-too-large');
      return [{ type: 'questionUpdated', at, categoryId, questionId, content: read.content }];
    }),
});

/** Both sides were built by `contentOf`, so their fields come in one order. */
const sameContent = ({ medium, youtubeSongName, answer, points }: Question, next: QuestionContent): boolean =>
  youtubeSongName === next.youtubeSongName &&
  answer === next.answer &&
  points === next.points &&
  JSON.stringify(medium) === JSON.stringify(next.medium);

interface Move extends QuestionPlace {
  readonly toCategoryId: CategoryId;
  readonly order: number;
}
const withMoved = <G extends Game | GameView>(game: G, move: Move): G => ({
  ...game,
  categories: withQuestionMoved<Question | QuestionView, Category | CategoryView>(game.categories, move),
});

/** `order` is the index in the category `toCategoryId`, which may be the one it was in. */
export const questionMoved = event('questionMoved', {
  fields: () => ({ ...place(), toCategoryId: CategoryId, order: z.number() }),
  evolve: withMoved<Game>,
});

export const questionMovedView: ViewEvolution<typeof questionMoved> = { evolveView: withMoved };

/** `order` is an index in the category that it goes to; past the end means last. */
export const moveQuestion = command('moveQuestion', {
  issuer: 'settings',
  fields: () => ({
    ...place(),
    toCategoryId: CategoryId,
    order: z.number().int().min(0).max(QUESTIONS_PER_CATEGORY_MAX),
  }),
  decide: ({ game, at }, { categoryId, questionId, toCategoryId, order: wanted }): Emits<typeof questionMoved> =>
    editing(game, { categoryId, questionId }, (question) => {
      const target = categoryOf(game, toCategoryId);
      if (target === undefined) return rejected('category-not-found', { id: toCategoryId });
      const others = target.questions.filter(({ id }) => id !== questionId);
      if (toCategoryId !== categoryId && others.length >= QUESTIONS_PER_CATEGORY_MAX) return rejected('game-full');
      const order = Math.min(wanted, others.length);
      if (target.questions[order] === question) return [];
      return [{ type: 'questionMoved', at, categoryId, questionId, toCategoryId, order }];
    }),
});

const withDeleted = <G extends Game | GameView>(game: G, { categoryId, questionId }: QuestionPlace): G =>
  withoutLostProposal({
    ...game,
    categories: questionRemoved<Question | QuestionView, Category | CategoryView>(
      game.categories,
      categoryId,
      questionId,
    ),
  });

export const questionDeleted = event('questionDeleted', { fields: place, evolve: withDeleted<Game> });

export const questionDeletedView: ViewEvolution<typeof questionDeleted> = { evolveView: withDeleted };

export const deleteQuestion = command('deleteQuestion', {
  issuer: 'settings',
  fields: place,
  decide: ({ game, at }, { categoryId, questionId }): Emits<typeof questionDeleted> =>
    editing(game, { categoryId, questionId }, () => [{ type: 'questionDeleted', at, categoryId, questionId }]),
});

/** The outcome of an edit of this question, if it may be edited. */
function editing<E>(game: Game, where: QuestionPlace, edit: (question: Question) => Outcome<E>): Outcome<E> {
  const category = categoryOf(game, where.categoryId);
  if (category === undefined) return rejected('category-not-found', { id: where.categoryId });
  const question = category.questions.find(({ id }) => id === where.questionId);
  if (question === undefined) return rejected('question-not-found', { id: where.questionId });
  return whyFixed(game, question) ?? edit(question);
}

/** What is being played or has been does not change; null when the question may still change. */
export function whyFixed(game: Game, question: Question): Rejected | null {
  if (game.status === 'playing' && game.current?.questionId === question.id) return rejected('question-in-play');
  return question.answered ? rejected('question-already-answered') : null;
}

/** `basedOn`: the version that the edit was made on. */
export const isStale = (thing: { readonly changedAtVersion: number }, basedOn: number | undefined): boolean =>
  basedOn !== undefined && basedOn < thing.changedAtVersion;
