import { RefusedError, type TemplateActor, type TemplateId } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { unfinished } from './playable.js';
import { categoriesOf, lockOwn } from './find.js';
import { Template } from './template.entity.js';
import { ownerOf, recount, type Written } from './write.js';

/** Shows a template to everybody, or no longer. Publishing needs an account: guests come and go. */
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
    await recount(manager, templateId);
    return { templateId, version };
  });
