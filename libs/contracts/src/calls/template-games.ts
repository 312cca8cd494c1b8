import { z } from 'zod';
import { CategoryDraft, GameId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { AnalyticsRange, Analytics, GameFilter } from './analytics.js';
import { OfTemplate, TemplateFacts, TemplateId, WrittenTemplate } from '../template.js';

/** The complete questions of a template for a new game, with new ids. */
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
/** Counts games that were started from templates. `from`, `to`: ms since the epoch, multiples of 15 minutes. */
export const templateUse = defineCall({
  subject: 'library.templates.use',
  request: GameFilter.extend({
    from: z.number(),
    to: z.number(),
    timeZone: AnalyticsRange.shape.timeZone,
    /** Count by hour, starting at `from`, instead of by day. */
    byHour: z.boolean().optional(),
  }),
  reply: z.strictObject({
    /** Days in `timeZone` with at least one game, oldest first; empty if counted by hour. */
    days: z.array(z.strictObject({ day: Analytics.shape.days.element.shape.day, games: z.number().int() })),
    hours: z.array(z.strictObject({ at: z.number(), games: z.number().int() })).optional(),
    /** Most used first; at most 20. `title` null: all private and deleted templates together. */
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
