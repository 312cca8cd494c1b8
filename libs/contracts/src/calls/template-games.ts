import { z } from 'zod';
import { CategoryDraft, GameId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { OfTemplate, TemplateFacts, TemplateId, WrittenTemplate } from '../template.js';

/** The questions of a template for a game that begins: the complete ones, with ids of their own. */
export const takeTemplate = defineCall({
  subject: 'library.templates.take',
  request: OfTemplate,
  reply: z.strictObject({ categories: z.array(CategoryDraft) }),
  errors: ['template-not-found', 'template-empty'],
});
/** Counts a game that was started from a template; each game once. */
export const countTemplateUse = defineCall({
  subject: 'library.templates.used',
  request: z.strictObject({ templateId: TemplateId, gameId: GameId }),
  reply: z.strictObject({}),
  errors: [],
});
/** A game's board as a template of its moderator's. */
export const templateFromGame = defineCall({
  subject: 'library.templates.from-game',
  request: OfTemplate.extend({ gameId: GameId, title: TemplateFacts.shape.title }),
  reply: WrittenTemplate,
  errors: ['game-not-found', 'not-moderator', 'template-limit', 'template-empty', 'id-taken', 'unavailable'],
});
