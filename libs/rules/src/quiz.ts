import { z } from 'zod';
import {
  CATEGORY_NAME_MAX_LENGTH,
  LINK_MAX_LENGTH,
  POINTS_MAX,
  QUESTIONS_PER_CATEGORY_MAX,
  TEXT_MAX_LENGTH,
} from './constants.js';
import { CategoryId, ClipId, QuestionId } from './ids.js';
import { Medium } from './media/medium.js';

/**
 * What a moderator types for a question. `youtubeLink` is text as typed (parsed by the rules); empty means none, and
 * then `clipId` may name an audio clip. Lengths are checked by the rules, which answer with the product's messages.
 */
export const QuestionDraft = z.strictObject({
  youtubeLink: z.string().max(LINK_MAX_LENGTH).default(''),
  clipId: ClipId.nullable().default(null),
  youtubeSongName: z.string().max(TEXT_MAX_LENGTH).default(''),
  answer: z.string().max(TEXT_MAX_LENGTH),
  points: z.number().int().min(0).max(POINTS_MAX).default(0),
});
export type QuestionDraft = z.input<typeof QuestionDraft>;

export const CategoryName = z.string().max(CATEGORY_NAME_MAX_LENGTH);

export const CategoryDraft = z.strictObject({
  categoryId: CategoryId,
  name: CategoryName,
  questions: z.array(QuestionDraft.extend({ questionId: QuestionId })).max(QUESTIONS_PER_CATEGORY_MAX),
});
export type CategoryDraft = z.input<typeof CategoryDraft>;

/** A question as the log keeps it. */
export const QuestionContent = z.strictObject({
  medium: Medium,
  youtubeSongName: z.string(),
  answer: z.string(),
  points: z.number(),
});
export type QuestionContent = z.infer<typeof QuestionContent>;
