import { TEMPLATE_LIMITS, type TemplateActor, type TemplateId } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { categoriesOf, findTemplate, lockOwn } from './find.js';
import { Template } from './template.entity.js';
import { insertTemplate, ownerOf, type Written } from './write.js';

const COPY = ' (copy)';

/** A copy is its owner's: they see its answers, as the author does. */
export const copyTemplate = (
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  copyId: TemplateId,
): Promise<Written> =>
  database.transaction(async (manager) => {
    const { title, description, language, tags } = await findTemplate(manager, templateId, actor);
    const categories = await categoriesOf(manager, templateId);
    const facts = {
      title: title.slice(0, TEMPLATE_LIMITS.titleLength - COPY.length) + COPY,
      description,
      language,
      tags,
    };
    return insertTemplate(manager, ownerOf(actor), { templateId: copyId, facts, categories });
  });

export const deleteTemplate = (database: DataSource, actor: TemplateActor, templateId: TemplateId): Promise<void> =>
  database.transaction(async (manager) => {
    await lockOwn(manager, templateId, actor);
    await manager.delete(Template, { templateId });
  });
