import { z } from 'zod';
import { defineCall } from '../call.js';
import { OfTemplate, TemplateActor, TemplateSummary } from '../template.js';
import { REPORT_REASONS, TEMPLATE_LIMITS } from '../template-limits.js';

const Reported = { reason: z.enum(REPORT_REASONS), text: z.string().max(TEMPLATE_LIMITS.reportLength).default('') };
/** Reports a template. Replaces an earlier report of the same user. */
export const reportTemplate = defineCall({
  subject: 'library.templates.report',
  request: OfTemplate.extend(Reported),
  reply: z.strictObject({}),
  errors: ['template-not-found'],
});
export const ReportedTemplate = z.strictObject({
  template: TemplateSummary,
  reports: z.array(z.strictObject({ ...Reported, at: z.number() })),
});
export type ReportedTemplate = z.infer<typeof ReportedTemplate>;
/** Templates with open reports or taken down, most reported first; at most 100. For administrators. */
export const templateReports = defineCall({
  subject: 'library.templates.reports',
  request: z.strictObject({ actor: TemplateActor }),
  reply: z.strictObject({ templates: z.array(ReportedTemplate) }),
  errors: ['forbidden'],
});
/**
 * Settles the reports of a template. `takeDown`: unpublish it, with `note` as the reason. `dismiss`: close the reports.
 * `restore`: lift a takedown, so that the owner may publish it again.
 */
export const settleReports = defineCall({
  subject: 'library.templates.settle',
  request: OfTemplate.extend({
    verdict: z.enum(['takeDown', 'dismiss', 'restore']),
    note: z.string().max(TEMPLATE_LIMITS.reportLength).default(''),
  }),
  reply: z.strictObject({}),
  errors: ['forbidden', 'template-not-found'],
});
