import { z } from 'zod';
import { CATEGORIES_MAX, CategoryDraft } from '@earworm/rules';
import { defineCall } from '../call.js';
import {
  OfTemplate,
  TemplateActor,
  TemplateChange,
  TemplateContent,
  TemplateDetail,
  TemplateFacts,
  TemplateId,
  TemplateSearch,
  TemplateSummary,
  WrittenTemplate,
} from '../template.js';

const Page = z.strictObject({ templates: z.array(TemplateSummary), total: z.number().int() });

/** One page of the published templates that match, and the tags and languages of all published ones, for filters. */
export const browseTemplates = defineCall({
  subject: 'library.templates.browse',
  request: z.strictObject({ actor: TemplateActor, search: TemplateSearch }),
  reply: Page.extend({
    tags: z.array(z.strictObject({ tag: z.string(), count: z.number().int() })),
    languages: z.array(z.string()),
  }),
  errors: ['unavailable'],
});

export const myTemplates = defineCall({
  subject: 'library.templates.mine',
  request: z.strictObject({ actor: TemplateActor, page: TemplateSearch.shape.page }),
  reply: Page,
  errors: ['unavailable'],
});

export const readTemplate = defineCall({
  subject: 'library.templates.read',
  request: OfTemplate,
  reply: TemplateDetail,
  errors: ['template-not-found'],
});
export const readTemplateContent = defineCall({
  subject: 'library.templates.content',
  request: OfTemplate,
  reply: TemplateContent,
  errors: ['template-not-found', 'template-not-yours'],
});
export const createTemplate = defineCall({
  subject: 'library.templates.create',
  /** `categories`: the initial board; empty by default. */
  request: OfTemplate.extend({
    facts: TemplateFacts,
    categories: z.array(CategoryDraft).max(CATEGORIES_MAX).optional(),
  }),
  reply: WrittenTemplate,
  errors: ['template-limit', 'template-too-large', 'bad-request', 'id-taken'],
});
export const saveTemplate = defineCall({
  subject: 'library.templates.save',
  request: OfTemplate.extend({ change: TemplateChange }),
  reply: WrittenTemplate,
  errors: ['template-not-found', 'template-not-yours', 'template-changed', 'template-too-large', 'bad-request'],
});
export const publishTemplate = defineCall({
  subject: 'library.templates.publish',
  request: OfTemplate.extend({ published: z.boolean() }),
  reply: WrittenTemplate,
  errors: [
    'template-not-found',
    'template-not-yours',
    'account-required',
    'template-title-required',
    'template-empty',
    'template-incomplete',
    'template-taken-down',
  ],
});
export const deleteTemplate = defineCall({
  subject: 'library.templates.delete',
  request: OfTemplate,
  reply: z.strictObject({}),
  errors: ['template-not-found', 'template-not-yours'],
});
export const copyTemplate = defineCall({
  subject: 'library.templates.copy',
  request: OfTemplate.extend({ copyId: TemplateId }),
  reply: WrittenTemplate,
  errors: ['template-not-found', 'template-limit', 'id-taken'],
});

export const TemplateFormat = z.enum(['json', 'csv']);
export const exportTemplate = defineCall({
  subject: 'library.templates.export',
  request: OfTemplate.extend({ format: TemplateFormat }),
  reply: z.strictObject({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  errors: ['template-not-found', 'template-not-yours'],
});
