import type { TemplateContent, TemplateFacts } from '@earworm/contracts';

export type Category = TemplateContent['categories'][number];
export type Question = Category['questions'][number];

/** Immutable: unchanged parts are the same objects. */
export interface Draft {
  readonly facts: TemplateFacts;
  readonly categories: readonly Category[];
}

export const draftOf = ({ title, description, language, tags, categories }: TemplateContent): Draft => ({
  facts: { title, description, language, tags },
  categories,
});

export const withFacts = (draft: Draft, facts: Partial<TemplateFacts>): Draft => ({
  ...draft,
  facts: { ...draft.facts, ...facts },
});

export const addCategory = (draft: Draft, category: Category): Draft => ({
  ...draft,
  categories: [...draft.categories, category],
});

export const removeCategory = (draft: Draft, categoryId: string): Draft => ({
  ...draft,
  categories: draft.categories.filter((each) => each.categoryId !== categoryId),
});

export const moveCategory = (draft: Draft, categoryId: string, to: number): Draft => ({
  ...draft,
  categories: moved(draft.categories, (each) => each.categoryId === categoryId, to),
});

export const withCategory = (draft: Draft, categoryId: string, change: (category: Category) => Category): Draft => ({
  ...draft,
  categories: draft.categories.map((each) => (each.categoryId === categoryId ? change(each) : each)),
});

export const renamed = (name: string) => (category: Category) => ({ ...category, name });

export const withQuestions =
  (...more: Question[]) =>
  (category: Category) => ({ ...category, questions: [...category.questions, ...more] });

export const withoutQuestion = (questionId: string) => (category: Category) => ({
  ...category,
  questions: category.questions.filter((each) => each.questionId !== questionId),
});

export const withQuestion = (questionId: string, change: Partial<Question>) => (category: Category) => ({
  ...category,
  questions: category.questions.map((each) => (each.questionId === questionId ? { ...each, ...change } : each)),
});

export const withQuestionAt = (questionId: string, to: number) => (category: Category) => ({
  ...category,
  questions: moved(category.questions, (each) => each.questionId === questionId, to),
});

export function moveQuestion(draft: Draft, questionId: string, from: string, to: string): Draft {
  const question = draft.categories
    .find((each) => each.categoryId === from)
    ?.questions.find((each) => each.questionId === questionId);
  if (question === undefined || from === to) return draft;
  return withCategory(withCategory(draft, from, withoutQuestion(questionId)), to, withQuestions(question));
}

function moved<T>(list: readonly T[], is: (each: T) => boolean, to: number): T[] {
  const from = list.findIndex(is);
  const rest = list.filter((_, index) => index !== from);
  const thing = list[from];
  if (thing !== undefined) rest.splice(Math.min(Math.max(to, 0), rest.length), 0, thing);
  return rest;
}
