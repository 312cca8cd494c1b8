import { RefusedError, type TemplateActor, type TemplateChange, type TemplateId } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { cleanFacts } from './clean.js';
import { lockOwn } from './find.js';
import { Template } from './template.entity.js';
import { order, putCategories, recount, type Written } from './write.js';

/**
 * Applies a change to the version it was made on. Throws `template-changed` with the version that stands when that is
 * another one: nothing is ever overwritten unseen.
 */
export const saveTemplate = (
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  change: TemplateChange,
): Promise<Written> =>
  database.transaction(async (manager) => {
    const { version, lastSaveId } = await lockOwn(manager, templateId, actor);
    // The answer to this very save was lost on its way.
    if (lastSaveId === change.saveId) return { templateId, version };
    if (version !== change.basedOn) throw new RefusedError('template-changed', { version });
    if (hasTwice(change.changed.flatMap(({ questions }) => questions.map(({ questionId }) => questionId))))
      throw new RefusedError('bad-request');
    const next = {
      version: version + 1,
      lastSaveId: change.saveId,
      updatedAt: Date.now(),
      ...(change.facts === undefined ? {} : cleanFacts(change.facts)),
    };
    await manager.update(Template, { templateId }, next);
    await putCategories(manager, templateId, change.changed);
    await order(manager, templateId, change.order ?? (await orderOf(manager, templateId, change)));
    await recount(manager, templateId);
    return { templateId, version: next.version };
  });

/** Without an order the categories stay as they are, and a change may add none. */
async function orderOf(manager: Parameters<typeof recount>[0], templateId: string, change: TemplateChange) {
  const rows = await manager.query<{ category_id: string; position: number }[]>(
    'select category_id, position from template_category where template_id = $1 order by position',
    [templateId],
  );
  if (change.changed.some(({ categoryId }) => rows.find((row) => row.category_id === categoryId)?.position === 0))
    throw new RefusedError('bad-request');
  return rows.map((row) => row.category_id);
}

const hasTwice = (ids: readonly string[]): boolean => new Set(ids).size !== ids.length;
