import { z } from 'zod';
import { CategoryDraft, CategoryId, UserId } from '@earworm/rules';
import { CommandId } from './call.js';
import { TEMPLATE_LIMITS, TEMPLATE_SORTS } from './template-limits.js';

export const TemplateActor = z.strictObject({
  userId: UserId,
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  name: z.string().max(256),
});
export type TemplateActor = z.infer<typeof TemplateActor>;

/** Made by the client, so that a repeated request creates only one template. */
export const TemplateId = CommandId.brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

/** Owner id of built-in templates, and prefix of the stored ids of these templates and of their categories. */
export const BUILT_IN_ID = 'house';
export const STARTER_TEMPLATE = TemplateId.parse(`${BUILT_IN_ID}-starter-quiz`);

const Language = z.string().regex(/^[a-z]{2,3}$/);
const Tag = z.string().max(TEMPLATE_LIMITS.tagLength);

/** Title and search data of a template. `language`: ISO 639 code of the answers; null if not chosen. */
export const TemplateFacts = z.strictObject({
  title: z.string().max(TEMPLATE_LIMITS.titleLength),
  description: z.string().max(TEMPLATE_LIMITS.descriptionLength),
  language: Language.nullable(),
  tags: z.array(Tag).max(TEMPLATE_LIMITS.tags),
});
export type TemplateFacts = z.infer<typeof TemplateFacts>;

/** A template in a list. Times are in ms since the epoch. */
export const TemplateSummary = TemplateFacts.extend({
  templateId: TemplateId,
  ownerName: z.string(),
  /** True for built-in templates. */
  isHouse: z.boolean(),
  mine: z.boolean(),
  /** Null if the template is not public. */
  publishedAt: z.number().nullable(),
  /** Why an administrator took it down, shown to its owner and administrators; null if it is not taken down. */
  takenDown: z.string().nullable(),
  categoryCount: z.number().int(),
  questionCount: z.number().int(),
  useCount: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

/** A template as other users see it. `board` has names and points only, nothing that reveals an answer. */
export const TemplateDetail = TemplateSummary.extend({
  version: z.number().int(),
  board: z.array(z.strictObject({ name: z.string(), points: z.array(z.number()) })),
});
export type TemplateDetail = z.infer<typeof TemplateDetail>;

/** A template with all questions, for its owner, and for administrators who check reports. May contain drafts. */
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
 * An edit of version `basedOn`. `order`: the ids of all remaining categories. `changed`: new and changed categories.
 * `saveId` is the idempotency key.
 */
export const TemplateChange = z.strictObject({
  saveId: CommandId,
  basedOn: z.number().int().min(1),
  facts: TemplateFacts.optional(),
  order: z.array(CategoryId).max(200).optional(),
  changed: z.array(CategoryDraft).max(200).default([]),
  /** Part of an import, which may exceed TEMPLATE_LIMITS.contentBytes. */
  isImport: z.boolean().optional(),
});
export type TemplateChange = z.infer<typeof TemplateChange>;

export const TemplateSearch = z.strictObject({
  q: z.string().max(100).default(''),
  /** Comma-separated; a template must have all of them. */
  tags: z.string().max(300).default(''),
  language: Language.optional(),
  sort: z.enum(TEMPLATE_SORTS).default('popular'),
  page: z.coerce.number().int().min(1).max(TEMPLATE_LIMITS.pages).default(1),
});
export type TemplateSearch = z.infer<typeof TemplateSearch>;

/** Base of the requests about one template. */
export const OfTemplate = z.strictObject({ actor: TemplateActor, templateId: TemplateId });
/** Reply to the calls that create or change a template. */
export const WrittenTemplate = z.strictObject({ templateId: TemplateId, version: z.number().int() });
