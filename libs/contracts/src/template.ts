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

/** Made by the client, so that the same request twice makes one template. */
export const TemplateId = CommandId.brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

/** Begins the stored ids of built-in templates and their categories, and is the id of their owner. */
export const BUILT_IN_ID = 'house';
export const STARTER_TEMPLATE = TemplateId.parse(`${BUILT_IN_ID}-starter-quiz`);

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
  /** Whether it is built in: ships with the product. */
  isHouse: z.boolean(),
  mine: z.boolean(),
  /** Times are ms since the epoch; null while only its owner sees it. */
  publishedAt: z.number().nullable(),
  /** Why an admin took it down, for its owner and admins; null unless one did. */
  takenDown: z.string().nullable(),
  categoryCount: z.number().int(),
  questionCount: z.number().int(),
  useCount: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

/** A template as any user may see it: its board without anything that reveals an answer. */
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

/** Since version `basedOn`: `order` names every category that stays, `changed` holds new and changed ones. Idempotent by `saveId`. */
export const TemplateChange = z.strictObject({
  saveId: CommandId,
  basedOn: z.number().int().min(1),
  facts: TemplateFacts.optional(),
  order: z.array(CategoryId).max(200).optional(),
  changed: z.array(CategoryDraft).max(200).default([]),
  /** A further page of an exported template, which may be larger than a template can be made. */
  isImport: z.boolean().optional(),
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

/** What every call about one template carries, and what every one that writes answers. */
export const OfTemplate = z.strictObject({ actor: TemplateActor, templateId: TemplateId });
export const WrittenTemplate = z.strictObject({ templateId: TemplateId, version: z.number().int() });
