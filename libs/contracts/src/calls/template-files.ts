import { z } from 'zod';
import { defineCall } from '../call.js';
import { OfTemplate, WrittenTemplate } from '../template.js';
import { IMPORT_PROBLEMS, TEMPLATE_LIMITS } from '../template-limits.js';

/** One thing wrong with a file, where it stands: both from 1. `what` is the column's or field's name, or the text. */
export const ImportProblem = z.strictObject({
  line: z.number().int().min(1),
  column: z.number().int().min(1),
  code: z.enum(IMPORT_PROBLEMS),
  what: z.string().max(100),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** A file as a new template. What cannot be read at all imports nothing; what is only unfinished is kept, with warnings. */
export const importTemplate = defineCall({
  subject: 'library.templates.import',
  request: OfTemplate.extend({
    fileName: z.string().max(255),
    base64: z.string().max(Math.ceil(TEMPLATE_LIMITS.importBytes / 3) * 4 + 4),
  }),
  reply: z.discriminatedUnion('kind', [
    WrittenTemplate.extend({
      kind: z.literal('imported'),
      categoryCount: z.number().int(),
      questionCount: z.number().int(),
      warnings: z.array(ImportProblem),
      total: z.number().int(),
    }),
    z.strictObject({ kind: z.literal('refused'), problems: z.array(ImportProblem), total: z.number().int() }),
  ]),
  errors: ['template-limit', 'id-taken', 'too-large'],
});
export const TemplateFormat = z.enum(['json', 'csv']);
export const exportTemplate = defineCall({
  subject: 'library.templates.export',
  request: OfTemplate.extend({ format: TemplateFormat }),
  reply: z.strictObject({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  errors: ['template-not-found', 'template-not-yours'],
});
