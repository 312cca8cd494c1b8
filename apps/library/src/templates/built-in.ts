import { createHash } from 'node:crypto';
import { STARTER_TEMPLATE, TemplateId } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { starterCategories } from '../starter/starter-quiz.js';
import { cleanFacts, type Category } from './clean.js';
import { CategoryDraft } from '@earworm/rules';
import { BUILT_IN } from './built-in-owner.js';
import { Template } from './template.entity.js';
import { insertTemplate, order, putCategories, recount } from './write.js';

interface BuiltInTemplate {
  readonly templateId: TemplateId;
  readonly title: string;
  readonly description: string;
  readonly tags: string[];
  readonly categories: readonly Category[];
}

/** The quiz that ships with the product, whole and category by category; ids are the same at every start. */
function builtInTemplates(): BuiltInTemplate[] {
  let last = 0;
  const categories = starterCategories(() => `house${++last}`).map((draft) => CategoryDraft.parse(draft));
  const single = categories.map((category) => ({
    templateId: TemplateId.parse(
      `house-${category.name
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/-$/, '')}`,
    ),
    title: category.name,
    description: 'One category of well-known melodies. They are built in, so no video is needed.',
    tags: ['melodies', 'starter'],
    categories: [category],
  }));
  return [
    {
      templateId: STARTER_TEMPLATE,
      title: 'Starter quiz',
      description: 'A whole evening of well-known melodies. They are built in, so no video is needed.',
      tags: ['melodies', 'starter', 'party'],
      categories,
    },
    ...single,
  ];
}

const markOf = (template: BuiltInTemplate) =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 32);

/** Adds the templates that ship with the product, and what a newer release has made of them. An admin's verdict on one stays. */
export const updateBuiltIn = (database: DataSource): Promise<void> =>
  database.transaction(async (manager) => {
    for (const template of builtInTemplates()) {
      const { templateId, title, description, tags, categories } = template;
      const facts = cleanFacts({ title, description, tags, language: 'en' });
      const lastSaveId = markOf(template);
      await insertTemplate(manager, BUILT_IN, { templateId, facts, categories });
      // Replicas that start together wait here for each other.
      await manager.query('select 1 from template where template_id = $1 for update', [templateId]);
      const there = await manager.findOneByOrFail(Template, { templateId });
      if (there.lastSaveId === lastSaveId) continue;
      const publishedAt = there.takenDown === null ? (there.publishedAt ?? Date.now()) : null;
      await manager.update(Template, { templateId }, { ...facts, lastSaveId, publishedAt, version: there.version + 1 });
      await putCategories(manager, templateId, categories);
      await order(
        manager,
        templateId,
        categories.map(({ categoryId }) => categoryId),
      );
      await recount(manager, templateId);
    }
  });
