import type { AnyCommand, Context } from '../commands.js';
import { CATEGORIES_MAX, QUESTIONS_PER_CATEGORY_MAX } from '../constants.js';
import type { GameEvent, QuestionContent } from '../events.js';
import type { CategoryId, QuestionId } from '../ids.js';
import {
  ABSENT_SETTINGS,
  DEFAULT_SETTINGS,
  Settings,
  type Category,
  type Game,
  type GameState,
  type Question,
} from '../state.js';
import { fitOneGame, writtenBytes } from '../quiz-size.js';
import { cleanName } from '../names.js';
import { cleanText } from '../texts.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';
import { contentOf } from './draft.js';

type The<T extends AnyCommand['type']> = AnyCommand & { type: T };

/** The sender of the command is the moderator. Ids are made by the client and must be new. */
export function create(state: GameState, command: The<'createGame'>, ctx: Context): Decision {
  if (state.status !== 'none') return rejected('game-already-exists');
  const moderator = cleanName(command.moderatorName);
  if ('refused' in moderator) return rejected(moderator.refused);

  const taken = new Set<CategoryId | QuestionId>();
  const categories: (GameEvent & { type: 'gameCreated' })['categories'] = [];
  for (const { categoryId, name: typed, questions: drafts } of command.categories) {
    const name = cleanText(typed);
    if (name === '') return rejected('category-name-required', { id: categoryId });
    if (!claim(taken, categoryId)) return rejected('id-taken', { id: categoryId });
    const questions: (QuestionContent & { id: QuestionId })[] = [];
    for (const draft of drafts) {
      if (!claim(taken, draft.questionId)) return rejected('id-taken', { id: draft.questionId });
      const read = contentOf(draft);
      if ('refused' in read) return rejected(read.refused, { id: draft.questionId });
      questions.push({ id: draft.questionId, ...read.content });
    }
    categories.push({ id: categoryId, name, questions });
  }
  if (!fitOneGame(categories.flatMap(({ questions }) => questions))) return rejected('game-full');
  return accepted({
    type: 'gameCreated',
    at: ctx.now,
    gameId: ctx.gameId,
    gameCode: command.gameCode,
    moderatorId: ctx.actor.userId,
    moderatorName: moderator.name,
    settings: settingsWith(DEFAULT_SETTINGS, command.settings),
    categories,
  });
}

export function addCategory({ game, at }: Turn, command: The<'addCategory'>): Decision {
  const name = cleanText(command.name);
  if (name === '') return rejected('category-name-required');
  const { categoryId } = command;
  if (categoryOf(game, categoryId) !== undefined) return rejected('id-taken', { id: categoryId });
  if (game.categories.length >= CATEGORIES_MAX) return rejected('game-full');
  return accepted({ type: 'categoryAdded', at, categoryId, name });
}

export function renameCategory({ game, at }: Turn, command: The<'renameCategory'>): Decision {
  const { categoryId, basedOn } = command;
  const category = categoryOf(game, categoryId);
  if (category === undefined) return rejected('category-not-found', { id: categoryId });
  const name = cleanText(command.name);
  if (name === '') return rejected('category-name-required');
  if (name === category.name) return NO_CHANGE;
  if (isStale(category, basedOn)) return rejected('stale-edit');
  return accepted({ type: 'categoryRenamed', at, categoryId, name });
}

/** `order` is an index; past the end means last. */
export function moveCategory({ game, at }: Turn, command: The<'moveCategory'>): Decision {
  const { categoryId } = command;
  const index = game.categories.findIndex(({ id }) => id === categoryId);
  if (index < 0) return rejected('category-not-found', { id: categoryId });
  const order = Math.min(command.order, game.categories.length - 1);
  return index === order ? NO_CHANGE : accepted({ type: 'categoryMoved', at, categoryId, order });
}

/** A category goes with its questions, so it stays while one of them is being played or has been. */
export function deleteCategory({ game, at }: Turn, { categoryId }: The<'deleteCategory'>): Decision {
  const category = categoryOf(game, categoryId);
  if (category === undefined) return rejected('category-not-found', { id: categoryId });
  const touched = category.questions.map((question) => played(game, question)).find((why) => why !== null);
  return touched ?? accepted({ type: 'categoryDeleted', at, categoryId });
}

export function addQuestion({ game, at }: Turn, command: The<'addQuestion'>): Decision {
  const { categoryId, questionId } = command;
  const category = categoryOf(game, categoryId);
  if (category === undefined) return rejected('category-not-found', { id: categoryId });
  // Over all categories: a press and a verdict name the question alone.
  const taken = game.categories.some(({ questions }) => questions.some(({ id }) => id === questionId));
  if (taken) return rejected('id-taken', { id: questionId });
  if (category.questions.length >= QUESTIONS_PER_CATEGORY_MAX) return rejected('game-full');
  const read = contentOf(command.question);
  if ('refused' in read) return rejected(read.refused);
  if (!fitOneGame([...questionsOf(game), read.content])) return rejected('game-full');
  return accepted({ type: 'questionAdded', at, categoryId, questionId, content: read.content });
}

export function updateQuestion({ game, at }: Turn, command: The<'updateQuestion'>): Decision {
  const { categoryId, questionId, basedOn } = command;
  return editing(game, command, (question) => {
    const read = contentOf(command.question);
    if ('refused' in read) return rejected(read.refused);
    if (sameContent(question, read.content)) return NO_CHANGE;
    if (isStale(question, basedOn)) return rejected('stale-edit');
    const others = questionsOf(game).filter(({ id }) => id !== questionId);
    // What makes a game smaller is never refused.
    const grows = writtenBytes(read.content) > writtenBytes(question);
    if (grows && !fitOneGame([...others, read.content])) return rejected('game-full');
    return accepted({ type: 'questionUpdated', at, categoryId, questionId, content: read.content });
  });
}

/** `order` is an index; past the end means last. */
export function moveQuestion({ game, at }: Turn, command: The<'moveQuestion'>): Decision {
  const { categoryId, questionId, toCategoryId } = command;
  return editing(game, command, (question) => {
    const target = categoryOf(game, toCategoryId);
    if (target === undefined) return rejected('category-not-found', { id: toCategoryId });
    const others = target.questions.filter(({ id }) => id !== questionId);
    if (toCategoryId !== categoryId && others.length >= QUESTIONS_PER_CATEGORY_MAX) return rejected('game-full');
    const order = Math.min(command.order, others.length);
    if (target.questions[order] === question) return NO_CHANGE;
    return accepted({ type: 'questionMoved', at, categoryId, questionId, toCategoryId, order });
  });
}

export const deleteQuestion = ({ game, at }: Turn, command: The<'deleteQuestion'>): Decision =>
  editing(game, command, () =>
    accepted({ type: 'questionDeleted', at, categoryId: command.categoryId, questionId: command.questionId }),
  );

/** Who may try again is settled when a question starts, so `attempts` does not change under the players' feet. */
export function changeSettings({ game, at }: Turn, command: The<'changeSettings'>): Decision {
  const settings = settingsWith(game.settings, command.settings);
  const newAttempts = settings.attempts !== game.settings.attempts;
  if (sameSettings(settings, game.settings)) return NO_CHANGE;
  if (newAttempts && game.status === 'playing' && game.current !== null) return rejected('question-in-play');
  return accepted({ type: 'settingsChanged', at, settings });
}

/** An empty board may start: questions can be added while playing. */
export const start = ({ game, at }: Turn): Decision =>
  game.status === 'setup' ? accepted({ type: 'gameStarted', at }) : rejected('not-in-setup');

export const complete = ({ at }: Turn): Decision => accepted({ type: 'gameCompleted', at });

const questionsOf = (game: Game): readonly Question[] => game.categories.flatMap(({ questions }) => questions);

const categoryOf = (game: Game, categoryId: CategoryId): Category | undefined =>
  game.categories.find(({ id }) => id === categoryId);

function editing(
  game: Game,
  where: { readonly categoryId: CategoryId; readonly questionId: QuestionId },
  edit: (question: Question) => Decision,
): Decision {
  const category = categoryOf(game, where.categoryId);
  if (category === undefined) return rejected('category-not-found', { id: where.categoryId });
  const question = category.questions.find(({ id }) => id === where.questionId);
  if (question === undefined) return rejected('question-not-found', { id: where.questionId });
  return played(game, question) ?? edit(question);
}

/** What is being played or has been stands; null when the question may still change. */
function played(game: Game, question: Question): Decision | null {
  if (game.status === 'playing' && game.current?.questionId === question.id) return rejected('question-in-play');
  return question.answered ? rejected('question-already-answered') : null;
}

const isStale = (thing: { readonly changedAtVersion: number }, basedOn: number | undefined): boolean =>
  basedOn !== undefined && basedOn < thing.changedAtVersion;

/** Both sides were built by `contentOf`, so their fields come in one order. */
const sameContent = ({ medium, youtubeSongName, answer, points }: Question, next: QuestionContent): boolean =>
  youtubeSongName === next.youtubeSongName &&
  answer === next.answer &&
  points === next.points &&
  JSON.stringify(medium) === JSON.stringify(next.medium);

/** Without what is undefined, which JSON does not keep. */
const settingsWith = (settings: Settings, change: Partial<Settings>): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

function sameSettings(one: Settings, other: Settings): boolean {
  const [a, b] = [one, other].map((settings) => ({ ...ABSENT_SETTINGS, ...settings }));
  return (Object.keys(Settings.shape) as (keyof Settings)[]).every((key) => a?.[key] === b?.[key]);
}

function claim<T>(taken: Set<T>, id: T): boolean {
  const isNew = !taken.has(id);
  taken.add(id);
  return isNew;
}
