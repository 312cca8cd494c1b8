import type { TemplateFacts } from '@earworm/contracts';
import { CategoryDraft, cleanText } from '@earworm/rules';
import type { z } from 'zod';

/** A category with every field said. */
export type Category = z.output<typeof CategoryDraft>;
export type Question = Category['questions'][number];

/** As Postgres can keep them: see cleanText. A description keeps its lines. */
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
