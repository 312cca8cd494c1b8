import { z } from 'zod';
import { CategoryDraft, CategoryId, GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { IMPORT_PROBLEMS, REPORT_REASONS, TEMPLATE_LIMITS, TEMPLATE_SORTS } from '../template-limits.js';

/** Who asks, as the gateway verified them; `name` is what a published template shows of its author. */
export const TemplateActor = z.strictObject({
  userId: UserId,
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  name: z.string().max(256),
});
export type TemplateActor = z.infer<typeof TemplateActor>;

/** Made by the client, so that the same request twice makes one template. */
export const TemplateId = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
  .brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

const Language = z.string().regex(/^[a-z]{2,3}$/);
const Tag = z.string().max(TEMPLATE_LIMITS.tagLength);

/** What a template says of itself. `language` is of its answers; null when none was chosen. */
export const TemplateFacts = z.strictObject({
  title: z.string().max(TEMPLATE_LIMITS.titleLength),
  description: z.string().max(TEMPLATE_LIMITS.descriptionLength),
  language: Language.nullable(),
  tags: z.array(Tag).max(TEMPLATE_LIMITS.tags),
});
export type TemplateFacts = z.infer<typeof TemplateFacts>;

export const TemplateSummary = TemplateFacts.extend({
  templateId: TemplateId,
  ownerName: z.string(),
  /** Ships with the product. */
  isHouse: z.boolean(),
  mine: z.boolean(),
  /** Times are ms since the epoch; null while only its owner sees it. */
  publishedAt: z.number().nullable(),
  /** Why an admin took it down; null unless one did. Only its owner and admins are told. */
  takenDown: z.string().nullable(),
  categoryCount: z.number().int(),
  questionCount: z.number().int(),
  /** Games started from it. */
  useCount: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

/** A template as anybody may see it: its board, and nothing that gives a question away. */
export const TemplateDetail = TemplateSummary.extend({
  version: z.number().int(),
  board: z.array(z.strictObject({ name: z.string(), points: z.array(z.number()) })),
});
export type TemplateDetail = z.infer<typeof TemplateDetail>;

/** Everything, for its owner (and for admins, who have to judge reports). A category may be half written. */
export const TemplateContent = TemplateFacts.extend({
  templateId: TemplateId,
  version: z.number().int(),
  publishedAt: z.number().nullable(),
  takenDown: z.string().nullable(),
  mine: z.boolean(),
  categories: z.array(CategoryDraft),
});
export type TemplateContent = z.infer<typeof TemplateContent>;

/**
 * What changed since version `basedOn`. `order` names every category that stays, in order; `changed` are new and
 * changed ones, whole. The same `saveId` again is answered again.
 */
export const TemplateChange = z.strictObject({
  saveId: z.string().min(8).max(64),
  basedOn: z.number().int().min(1),
  facts: TemplateFacts.optional(),
  order: z.array(CategoryId).max(200).optional(),
  changed: z.array(CategoryDraft).max(200).default([]),
});
export type TemplateChange = z.infer<typeof TemplateChange>;

export const TemplateSearch = z.strictObject({
  q: z.string().max(100).default(''),
  /** Those with all of these, comma-separated. */
  tags: z.string().max(300).default(''),
  language: Language.optional(),
  sort: z.enum(TEMPLATE_SORTS).default('popular'),
  page: z.coerce.number().int().min(1).max(TEMPLATE_LIMITS.pages).default(1),
});
export type TemplateSearch = z.infer<typeof TemplateSearch>;

const Page = z.strictObject({ templates: z.array(TemplateSummary), total: z.number().int() });

/** Published templates; with what all published ones can be narrowed by. */
export const browseTemplates = defineCall({
  subject: 'library.templates.browse',
  request: z.strictObject({ actor: TemplateActor, search: TemplateSearch }),
  reply: Page.extend({
    tags: z.array(z.strictObject({ tag: z.string(), count: z.number().int() })),
    languages: z.array(z.string()),
  }),
  errors: ['unavailable'],
});

/** The asking person's own, last changed first. */
export const myTemplates = defineCall({
  subject: 'library.templates.mine',
  request: z.strictObject({ actor: TemplateActor, page: TemplateSearch.shape.page }),
  reply: Page,
  errors: ['unavailable'],
});

const OfTemplate = z.strictObject({ actor: TemplateActor, templateId: TemplateId });
const Written = z.strictObject({ templateId: TemplateId, version: z.number().int() });

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
  request: OfTemplate.extend({ facts: TemplateFacts }),
  reply: Written,
  errors: ['template-limit', 'id-taken'],
});
export const saveTemplate = defineCall({
  subject: 'library.templates.save',
  request: OfTemplate.extend({ change: TemplateChange }),
  reply: Written,
  errors: ['template-not-found', 'template-not-yours', 'template-changed', 'template-too-large', 'bad-request'],
});
export const publishTemplate = defineCall({
  subject: 'library.templates.publish',
  request: OfTemplate.extend({ published: z.boolean() }),
  reply: Written,
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
/** A copy of one's own under the id `copyId`. */
export const copyTemplate = defineCall({
  subject: 'library.templates.copy',
  request: OfTemplate.extend({ copyId: TemplateId }),
  reply: Written,
  errors: ['template-not-found', 'template-limit', 'id-taken'],
});
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
  reply: Written,
  errors: ['game-not-found', 'not-moderator', 'template-limit', 'template-empty', 'id-taken', 'unavailable'],
});

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
    Written.extend({
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

const Reported = { reason: z.enum(REPORT_REASONS), text: z.string().max(TEMPLATE_LIMITS.reportLength).default('') };
/** One person's report replaces the one they made before. */
export const reportTemplate = defineCall({
  subject: 'library.templates.report',
  request: OfTemplate.extend(Reported),
  reply: z.strictObject({}),
  errors: ['template-not-found'],
});
export const ReportedTemplate = z.strictObject({
  template: TemplateSummary,
  /** The newest first. */
  reports: z.array(z.strictObject({ ...Reported, at: z.number() })),
});
export type ReportedTemplate = z.infer<typeof ReportedTemplate>;
/** Templates with open reports, and those that are taken down; at most 100, most reported first. Admins only. */
export const templateReports = defineCall({
  subject: 'library.templates.reports',
  request: z.strictObject({ actor: TemplateActor }),
  reply: z.strictObject({ templates: z.array(ReportedTemplate) }),
  errors: ['forbidden'],
});
/** `takeDown` unpublishes and says why; `dismiss` closes the reports; `restore` lets the owner publish again. */
export const settleReports = defineCall({
  subject: 'library.templates.settle',
  request: OfTemplate.extend({
    verdict: z.enum(['takeDown', 'dismiss', 'restore']),
    note: z.string().max(TEMPLATE_LIMITS.reportLength).default(''),
  }),
  reply: z.strictObject({}),
  errors: ['forbidden', 'template-not-found'],
});
