import type { TemplateFacts } from '@earworm/contracts';
import { inSlices } from '@earworm/projections';
import { CategoryDraft, CategoryId, cleanText, contentOf, QuestionId } from '@earworm/rules';
import type { z } from 'zod';

export type Category = z.output<typeof CategoryDraft>;
type Question = Category['questions'][number];

/** Without what Postgres cannot store: see cleanText. A description keeps its lines. */
export const cleanFacts = ({ title, description, language, tags }: TemplateFacts): TemplateFacts => ({
  title: cleanText(title),
  description: description
    .split(/\r?\n/)
    .map((line) => cleanText(line))
    .join('\n')
    .trim(),
  language,
  tags: [...new Set(tags.map((tag) => cleanText(tag).toLowerCase().replaceAll(',', ' ')))].filter((tag) => tag !== ''),
});

export const cleanCategory = ({ categoryId, name, questions }: Category): Category => ({
  categoryId,
  name: cleanText(name),
  questions: questions.map((question) => ({
    ...question,
    youtubeLink: cleanText(question.youtubeLink),
    youtubeSongName: cleanText(question.youtubeSongName),
    answer: cleanText(question.answer),
  })),
});

const isComplete = (question: Question): boolean => !('refused' in contentOf(question));

export const nameOf = (category: Pick<Category, 'name'>, index: number): string =>
  category.name === '' ? `Category ${index + 1}` : category.name;

/** The number of incomplete parts, and the name of the category that has the first; null when all are complete. */
export function unfinished(categories: readonly Category[]): { n: number; where: string } | null {
  const places = categories.flatMap((category, index) => {
    const open = category.questions.filter((question) => !isComplete(question)).length + (category.name === '' ? 1 : 0);
    return Array.from({ length: open }, () => nameOf(category, index));
  });
  const [where] = places;
  return where === undefined ? null : { n: places.length, where };
}

/** The complete questions, with new ids: by the template's own, players could find the answers in a copy of it. */
export async function playable(categories: readonly Category[], newId: () => string): Promise<Category[]> {
  const board: Category[] = [];
  await inSlices(categories.entries(), ([index, category]) => {
    const questions = category.questions
      .filter(isComplete)
      .map((question) => ({ ...question, questionId: QuestionId.parse(newId()) }));
    if (questions.length > 0)
      board.push({ categoryId: CategoryId.parse(newId()), name: nameOf(category, index), questions });
  });
  return board;
}
