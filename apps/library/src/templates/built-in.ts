import { createHash } from 'node:crypto';
import { BUILT_IN_ID, STARTER_TEMPLATE, TEMPLATE_LIMITS, TemplateId } from '@earworm/contracts';
import { CategoryDraft } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { starterCategories } from '../starter/starter-quiz.js';
import { cleanFacts, type Category } from './content.js';
import { BUILT_IN, Template } from './template.entity.js';
import { LOCK_TEMPLATE } from './templates.sql.js';
import { insertTemplate, replaceCategories } from './write.js';

interface BuiltInTemplate {
  readonly templateId: TemplateId;
  readonly title: string;
  readonly description: string;
  readonly tags: string[];
  readonly categories: readonly Category[];
}

const idOf = ({ name }: Category): TemplateId => {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '');
  return TemplateId.parse(`${BUILT_IN_ID}-${slug}`);
};

/** The starter quiz, as one template and category by category. Ids are the same at every start. */
function builtInTemplates(): BuiltInTemplate[] {
  let last = 0;
  const categories = starterCategories(() => `${BUILT_IN_ID}${++last}`).map((draft) => CategoryDraft.parse(draft));
  const whole: BuiltInTemplate = {
    templateId: STARTER_TEMPLATE,
    title: 'Starter quiz',
    description: 'A whole evening of well-known melodies. They are built in, so no video is needed.',
    tags: ['melodies', 'starter', 'party'],
    categories,
  };
  const single = categories.map((category) => ({
    templateId: idOf(category),
    title: category.name,
    description: 'One category of well-known melodies. They are built in, so no video is needed.',
    tags: ['melodies', 'starter'],
    categories: [category],
  }));
  return [whole, ...single];
}

const hashOf = (template: BuiltInTemplate) =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 32);

export const updateBuiltIn = (database: DataSource): Promise<void> =>
  database.transaction(async (manager) => {
    for (const template of builtInTemplates()) {
      const { templateId, title, description, tags, categories } = template;
      const facts = cleanFacts({ title, description, tags, language: 'en' });
      const lastSaveId = hashOf(template);
      await insertTemplate(manager, BUILT_IN, { templateId, facts, categories });
      // Replicas that start together update one after the other.
      await manager.query(LOCK_TEMPLATE, [templateId]);
      const stored = await manager.findOneByOrFail(Template, { templateId });
      if (stored.lastSaveId === lastSaveId) continue;
      const publishedAt = stored.takenDown === null ? (stored.publishedAt ?? Date.now()) : null;
      const next = { ...facts, lastSaveId, publishedAt, version: stored.version + 1 };
      await manager.update(Template, { templateId }, next);
      await replaceCategories(manager, templateId, categories, TEMPLATE_LIMITS.contentBytes);
    }
  });
