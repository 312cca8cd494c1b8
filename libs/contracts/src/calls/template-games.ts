import { z } from 'zod';
import { CategoryDraft, GameId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { AnalyticsRange, Analytics, GameFilter } from './analytics.js';
import { OfTemplate, TemplateFacts, TemplateId, WrittenTemplate } from '../template.js';

/** The complete questions of a template with fresh ids, for a new game. */
export const takeTemplate = defineCall({
  subject: 'library.templates.take',
  request: OfTemplate,
  reply: z.strictObject({ categories: z.array(CategoryDraft) }),
  errors: ['template-not-found', 'template-empty'],
});
export const countTemplateUse = defineCall({
  subject: 'library.templates.used',
  request: z.strictObject({ templateId: TemplateId, gameId: GameId }),
  reply: z.strictObject({}),
  errors: [],
});
/** Games started from templates within a span of whole quarters of an hour, ms since the epoch. */
export const templateUse = defineCall({
  subject: 'library.templates.use',
  request: GameFilter.extend({
    from: z.number(),
    to: z.number(),
    timeZone: AnalyticsRange.shape.timeZone,
    /** By the hour, counted from the beginning of the span. */
    byHour: z.boolean().optional(),
  }),
  reply: z.strictObject({
    /** Days of that zone on which there were any, oldest first; empty where use is counted by the hour. */
    days: z.array(z.strictObject({ day: Analytics.shape.days.element.shape.day, games: z.number().int() })),
    hours: z.array(z.strictObject({ at: z.number(), games: z.number().int() })).optional(),
    /** Most used first, at most 20. Null: all that are private or gone, together. */
    templates: z.array(z.strictObject({ title: z.string().nullable(), games: z.number().int() })),
  }),
  errors: ['unavailable'],
});
export const templateFromGame = defineCall({
  subject: 'library.templates.from-game',
  request: OfTemplate.extend({ gameId: GameId, title: TemplateFacts.shape.title }),
  reply: WrittenTemplate,
  errors: ['game-not-found', 'not-moderator', 'template-limit', 'template-empty', 'id-taken', 'unavailable'],
});
