import { RefusedError, type TemplateActor } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import type { Category } from './clean.js';
import { Template } from './template.entity.js';

type Asker = Pick<TemplateActor, 'userId' | 'isAdmin'>;

/** A template that the asker may see. Throws `template-not-found` also for one that they may not know of. */
export async function findTemplate(manager: EntityManager, templateId: string, actor: Asker): Promise<Template> {
  const template = await manager.findOneBy(Template, { templateId });
  const mayKnow =
    template !== null && (template.publishedAt !== null || template.ownerId === actor.userId || actor.isAdmin);
  if (!mayKnow) throw new RefusedError('template-not-found');
  return template;
}

/** The asker's own, locked until the transaction ends. Throws `template-not-yours` for somebody else's. */
export async function lockOwn(manager: EntityManager, templateId: string, actor: Asker): Promise<Template> {
  await manager.query('select 1 from template where template_id = $1 for update', [templateId]);
  const template = await findTemplate(manager, templateId, actor);
  if (template.ownerId !== actor.userId) throw new RefusedError('template-not-yours');
  return template;
}

export const categoriesOf = (manager: EntityManager, templateId: string): Promise<Category[]> =>
  manager.query<Category[]>(
    `select category_id as "categoryId", name, questions from template_category
      where template_id = $1 order by position`,
    [templateId],
  );
