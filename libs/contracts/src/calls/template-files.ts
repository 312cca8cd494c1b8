import { z } from 'zod';
import { defineCall } from '../call.js';
import { OfTemplate } from '../template.js';

export const TemplateFormat = z.enum(['json', 'csv']);
export const exportTemplate = defineCall({
  subject: 'library.templates.export',
  request: OfTemplate.extend({ format: TemplateFormat }),
  reply: z.strictObject({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  errors: ['template-not-found', 'template-not-yours'],
});
