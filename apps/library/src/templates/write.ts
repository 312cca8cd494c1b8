import { RefusedError, TEMPLATE_LIMITS, type TemplateFacts, type TemplateId } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { type Category, cleanCategory, cleanFacts } from './content.js';
import { wordsOf } from './browse.js';
import { Template } from './template.entity.js';
import * as sql from './templates.sql.js';

export interface Owner {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly isGuest: boolean;
}
export interface NewTemplate {
  readonly templateId: TemplateId;
  readonly facts: TemplateFacts;
  readonly categories: readonly Category[];
  /** Of a game or template, which may be larger than the limit. */
  readonly isCopy?: boolean;
}
export interface Written {
  readonly templateId: TemplateId;
  readonly version: number;
}

/** Never publishes an e-mail address as the owner's name. */
export const ownerOf = (actor: { userId: string; name: string; isGuest: boolean }): Owner => ({
  ownerId: actor.userId,
  ownerName: actor.isGuest || actor.name.includes('@') ? 'Guest' : actor.name.slice(0, 80),
  isGuest: actor.isGuest,
});

/** In a transaction. Idempotent by id. Refuses `id-taken` for another owner's id, `template-limit`, `template-too-large`. */
export async function insertTemplate(manager: EntityManager, owner: Owner, template: NewTemplate): Promise<Written> {
  const { templateId, categories, isCopy = false } = template;
  const { ownerId, ownerName, isGuest } = owner;
  const { title, description, language, tags } = cleanFacts(template.facts);
  await manager.query(sql.LOCK_OWNER, [ownerId]);
  const owned = await manager.countBy(Template, { ownerId });
  const values = [templateId, ownerId, ownerName, title, description, language, tags, Date.now(), isGuest];
  const inserted = await manager.query<unknown[]>(sql.INSERT_TEMPLATE, values);
  if (inserted.length === 0) {
    const existing = await manager.findOneBy(Template, { templateId });
    if (existing?.ownerId !== ownerId) throw new RefusedError('id-taken');
    return { templateId, version: existing.version };
  }
  if (owned >= (isGuest ? TEMPLATE_LIMITS.perGuest : TEMPLATE_LIMITS.perOwner))
    throw new RefusedError('template-limit', { n: owned });
  await replaceCategories(manager, templateId, categories, isCopy ? Infinity : TEMPLATE_LIMITS.contentBytes);
  return { templateId, version: 1 };
}

export async function replaceCategories(
  manager: EntityManager,
  templateId: string,
  categories: readonly Category[],
  maxBytes: number,
): Promise<void> {
  const categoryIds = categories.map(({ categoryId }) => categoryId);
  await writeCategories(manager, templateId, categories, categoryIds, maxBytes);
}

/**
 * Writes changed categories and leaves exactly those of `order`. Refuses `bad-request` for an unknown or repeated one,
 * `template-too-large` for more than `maxBytes`.
 */
export async function writeCategories(
  manager: EntityManager,
  templateId: string,
  changed: readonly Category[],
  order: readonly string[],
  maxBytes: number,
): Promise<void> {
  if (new Set(changed.map(({ categoryId }) => categoryId)).size < changed.length) throw new RefusedError('bad-request');
  if (changed.length > 0) {
    const clean = changed.map(cleanCategory);
    await manager.query(sql.UPSERT_CATEGORIES, [
      templateId,
      clean.map(({ categoryId }) => categoryId),
      clean.map(({ name }) => name),
      clean.map(({ questions }) => JSON.stringify(questions)),
    ]);
  }
  await manager.query(sql.DELETE_OTHER_CATEGORIES, [templateId, order]);
  const [found] = await manager.query<{ count: number }[]>(sql.ORDER_CATEGORIES, [templateId, order]);
  if (found?.count !== order.length) throw new RefusedError('bad-request');
  await updateMeasures(manager, templateId, maxBytes);
}

interface Measures {
  readonly categories: number;
  readonly questions: number;
  readonly bytes: number;
  readonly names: string | null;
}

/** Updates the counts and the search words. Refuses `template-too-large`. */
export async function updateMeasures(manager: EntityManager, templateId: string, maxBytes: number): Promise<void> {
  const [measures] = await manager.query<Measures[]>(sql.MEASURE_CONTENT, [templateId]);
  const { categories = 0, questions = 0, bytes = 0, names = '' } = measures ?? {};
  if (bytes > maxBytes) throw new RefusedError('template-too-large');
  const { title, description, tags, ownerName } = await manager.findOneByOrFail(Template, { templateId });
  const words = wordsOf([title, description, ...tags, ownerName, names ?? ''].join(' '));
  await manager.query(sql.UPDATE_MEASURES, [templateId, categories, questions, bytes, words]);
}
