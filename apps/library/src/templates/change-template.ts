import {
  RefusedError,
  TEMPLATE_LIMITS,
  type TemplateActor,
  type TemplateChange,
  type TemplateId,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { cleanFacts, unfinished } from './content.js';
import { categoriesOf, findTemplate, lockOwn } from './read.js';
import { Template } from './template.entity.js';
import { DELETE_GUEST_TEMPLATES, SELECT_CATEGORY_ORDER } from './templates.sql.js';
import { insertTemplate, ownerOf, updateMeasures, writeCategories, type Written } from './write.js';

const COPY = ' (copy)';
/** Unpublished templates of guests are deleted this long after their last change: the guests cannot return. */
export const GUEST_KEEP_DAYS = 180;
export const GUEST_KEEP_MS = GUEST_KEEP_DAYS * 86_400_000;
/** Templates that one sweep deletes; the next sweep continues. */
const SWEPT_MAX = 500;

/** Refuses `template-changed`, with the current version, if the change is based on another. */
export const saveTemplate = (
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  change: TemplateChange,
): Promise<Written> =>
  database.transaction(async (manager) => {
    const { version, lastSaveId, contentBytes } = await lockOwn(manager, templateId, actor);
    if (lastSaveId === change.saveId) return { templateId, version };
    if (version !== change.basedOn) throw new RefusedError('template-changed', { version });
    const questionIds = change.changed.flatMap(({ questions }) => questions.map(({ questionId }) => questionId));
    if (new Set(questionIds).size !== questionIds.length) throw new RefusedError('bad-request');
    const facts = change.facts === undefined ? {} : cleanFacts(change.facts);
    const next = { version: version + 1, lastSaveId: change.saveId, updatedAt: Date.now(), ...facts };
    await manager.update(Template, { templateId }, next);
    const order = change.order ?? (await currentOrder(manager, templateId));
    if (change.order === undefined && change.changed.some(({ categoryId }) => !order.includes(categoryId)))
      throw new RefusedError('bad-request');
    // A larger one of an earlier release may be edited, but not grow.
    const limit = change.isImport === true ? TEMPLATE_LIMITS.importBytes : TEMPLATE_LIMITS.contentBytes;
    await writeCategories(manager, templateId, change.changed, order, Math.max(limit, contentBytes));
    return { templateId, version: next.version };
  });

async function currentOrder(manager: EntityManager, templateId: string): Promise<string[]> {
  const rows = await manager.query<{ categoryId: string }[]>(SELECT_CATEGORY_ORDER, [templateId]);
  return rows.map(({ categoryId }) => categoryId);
}

/** Publishes or unpublishes a template. Publishing needs an account, for guests cannot return. */
export const publishTemplate = (
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  published: boolean,
): Promise<Written> =>
  database.transaction(async (manager) => {
    const template = await lockOwn(manager, templateId, actor);
    const { version, takenDown } = template;
    if (published === (template.publishedAt !== null)) return { templateId, version };
    if (!published) {
      await manager.update(Template, { templateId }, { publishedAt: null });
      return { templateId, version };
    }
    if (actor.isGuest) throw new RefusedError('account-required');
    if (takenDown !== null) throw new RefusedError('template-taken-down', { why: takenDown });
    if (template.title === '') throw new RefusedError('template-title-required');
    if (template.questionCount === 0) throw new RefusedError('template-empty');
    const open = unfinished(await categoriesOf(manager, templateId));
    if (open !== null) throw new RefusedError('template-incomplete', { ...open });
    const { ownerName } = ownerOf(actor);
    await manager.update(Template, { templateId }, { publishedAt: Date.now(), ownerName });
    await updateMeasures(manager, templateId, Infinity);
    return { templateId, version };
  });

/** The copy belongs to the user who made it, answers included. */
export const copyTemplate = (
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  copyId: TemplateId,
): Promise<Written> =>
  database.transaction(async (manager) => {
    const { title, description, language, tags } = await findTemplate(manager, templateId, actor);
    const copyTitle = title.slice(0, TEMPLATE_LIMITS.titleLength - COPY.length) + COPY;
    return insertTemplate(manager, ownerOf(actor), {
      templateId: copyId,
      facts: { title: copyTitle, description, language, tags },
      categories: await categoriesOf(manager, templateId),
      isCopy: true,
    });
  });

export const deleteTemplate = (database: DataSource, actor: TemplateActor, templateId: TemplateId): Promise<void> =>
  database.transaction(async (manager) => {
    await lockOwn(manager, templateId, actor);
    await manager.delete(Template, { templateId });
  });

export async function sweepGuestTemplates(database: DataSource, now: number): Promise<number> {
  const [, deleted] = await database.query<[unknown, number]>(DELETE_GUEST_TEMPLATES, [now - GUEST_KEEP_MS, SWEPT_MAX]);
  return deleted;
}
