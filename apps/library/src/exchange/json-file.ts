import { TEMPLATE_FORMAT, type TemplateFacts, type TemplateFile } from '@earworm/contracts';
import type { Category } from '../templates/content.js';

export function writeJson(facts: TemplateFacts, categories: readonly Category[]): string {
  const file: TemplateFile = {
    format: TEMPLATE_FORMAT,
    version: 1,
    ...facts,
    categories: categories.map(({ name, questions }) => ({
      name,
      questions: questions.map(({ questionId: _, ...question }) => question),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
