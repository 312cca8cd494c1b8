import { z } from 'zod';
import {
  CATEGORIES_MAX,
  CATEGORY_NAME_MAX_LENGTH,
  LINK_MAX_LENGTH,
  POINTS_MAX,
  QUESTIONS_PER_CATEGORY_MAX,
  TEXT_MAX_LENGTH,
} from '@earworm/rules';
import { TemplateFacts } from './template.js';

/** Value of `format`. Tells a damaged template from a JSON file of another kind. */
export const TEMPLATE_FORMAT = 'earworm-template';

const FileQuestion = z.strictObject({
  youtubeLink: z.string().max(LINK_MAX_LENGTH).default('').describe('Any link to a YouTube video, as people paste it'),
  clipId: z.string().max(64).nullable().default(null).describe('An audio clip of the server that exported the file'),
  youtubeSongName: z.string().max(TEXT_MAX_LENGTH).default(''),
  answer: z.string().max(TEXT_MAX_LENGTH).default(''),
  points: z.number().int().min(0).max(POINTS_MAX).default(0),
});

/** A template as a JSON file, for export and import. */
export const TemplateFile = z.strictObject({
  format: z.literal(TEMPLATE_FORMAT),
  version: z.literal(1),
  title: TemplateFacts.shape.title.default(''),
  description: TemplateFacts.shape.description.default(''),
  language: TemplateFacts.shape.language.default(null),
  tags: TemplateFacts.shape.tags.default([]),
  categories: z
    .array(
      z.strictObject({
        name: z.string().max(CATEGORY_NAME_MAX_LENGTH),
        questions: z.array(FileQuestion).max(QUESTIONS_PER_CATEGORY_MAX),
      }),
    )
    .max(CATEGORIES_MAX),
});
export type TemplateFile = z.infer<typeof TemplateFile>;

export const templateFileSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(TemplateFile, { io: 'input' }),
  title: 'Earworm template',
});
