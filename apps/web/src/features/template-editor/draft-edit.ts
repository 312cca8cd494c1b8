import type { ErrorCode, Params } from '@earworm/contracts';
import {
  CATEGORIES_MAX,
  type CategoryDraft,
  type CategoryId,
  cleanText,
  type ClipId,
  type QuestionId,
  QUESTIONS_PER_CATEGORY_MAX,
} from '@earworm/rules';
import type { BoardCategory, BoardEdit } from '../../shared/live/board.js';
import * as drafts from './draft.js';

export type Edited =
  { readonly draft: drafts.Draft } | { readonly refused: ErrorCode; readonly params?: Params | undefined };

const TOO_LARGE = { refused: 'template-too-large' } as const;

/** Applies the same rules as a game in setup. */
export function applyEdit(draft: drafts.Draft, edit: BoardEdit): Edited {
  const { categoryId } = edit;
  const category = find(draft, categoryId);
  if (edit.type === 'addCategory') {
    if (cleanText(edit.name) === '') return { refused: 'category-name-required' };
    if (category) return { refused: 'id-taken', params: { id: categoryId } };
    if (draft.categories.length >= CATEGORIES_MAX) return TOO_LARGE;
    return { draft: drafts.addCategory(draft, { categoryId, name: cleanText(edit.name), questions: [] }) };
  }
  if (!category) return { refused: 'category-not-found', params: { id: categoryId } };
  const changed = (change: (before: drafts.Category) => drafts.Category) => ({
    draft: drafts.withCategory(draft, categoryId, change),
  });
  if (edit.type === 'renameCategory') {
    const name = cleanText(edit.name);
    return name === '' ? { refused: 'category-name-required' } : changed(drafts.renamed(name));
  }
  if (edit.type === 'moveCategory') return { draft: drafts.moveCategory(draft, categoryId, edit.order) };
  if (edit.type === 'deleteCategory') return { draft: drafts.removeCategory(draft, categoryId) };

  const { questionId } = edit;
  const isThere = category.questions.some((each) => each.questionId === questionId);
  if (edit.type === 'addQuestion') {
    const isTaken = draft.categories.some(({ questions }) => questions.some((each) => each.questionId === questionId));
    if (isTaken) return { refused: 'id-taken', params: { id: questionId } };
    if (category.questions.length >= QUESTIONS_PER_CATEGORY_MAX) return TOO_LARGE;
    return changed(drafts.withQuestions({ questionId, ...edit.question }));
  }
  if (!isThere) return { refused: 'question-not-found', params: { id: questionId } };
  if (edit.type === 'updateQuestion') return changed(drafts.withQuestion(questionId, edit.question));
  if (edit.type === 'deleteQuestion') return changed(drafts.withoutQuestion(questionId));
  if (edit.type === 'moveQuestion') return moveQuestion(draft, edit);
  const unknown: never = edit;
  return unknown;
}

/** A list of categories with their questions: all of it, or why none. */
export function withList(draft: drafts.Draft, categories: readonly CategoryDraft[]): Edited {
  let edited: Edited = { draft };
  for (const { categoryId: id, name, questions } of categories) {
    const categoryId = id as CategoryId;
    const edits: BoardEdit[] = questions.map(({ questionId, ...question }) => ({
      type: 'addQuestion',
      categoryId,
      questionId: questionId as QuestionId,
      question: {
        youtubeLink: '',
        youtubeSongName: '',
        points: 0,
        ...question,
        clipId: (question.clipId ?? null) as ClipId | null,
      },
    }));
    if (find(edited.draft, categoryId) === undefined) edits.unshift({ type: 'addCategory', categoryId, name });
    for (const edit of edits) {
      const next = applyEdit(edited.draft, edit);
      if ('refused' in next) return next;
      edited = next;
    }
  }
  return edited;
}

function moveQuestion(draft: drafts.Draft, edit: BoardEdit & { type: 'moveQuestion' }): Edited {
  const { categoryId, questionId, toCategoryId, order } = edit;
  const target = find(draft, toCategoryId);
  if (!target) return { refused: 'category-not-found', params: { id: toCategoryId } };
  const isFull = toCategoryId !== categoryId && target.questions.length >= QUESTIONS_PER_CATEGORY_MAX;
  if (isFull) return TOO_LARGE;
  const there = drafts.moveQuestion(draft, questionId, categoryId, toCategoryId);
  return { draft: drafts.withCategory(there, toCategoryId, drafts.withQuestionAt(questionId, order)) };
}

const find = (draft: drafts.Draft, id: string) => draft.categories.find(({ categoryId }) => categoryId === id);

// Unchanged categories stay the same objects.
const cache = new WeakMap<drafts.Category, BoardCategory>();

export const boardOfDraft = (categories: readonly drafts.Category[]): readonly BoardCategory[] =>
  categories.map((category) => {
    const before = cache.get(category);
    if (before !== undefined) return before;
    const { categoryId, name, questions } = category;
    const board = {
      id: categoryId,
      name,
      questions: questions.map(({ questionId, ...rest }) => ({ id: questionId, ...rest })),
    };
    cache.set(category, board);
    return board;
  });
