import {
  RefusedError,
  TemplateId,
  type TemplateActor,
  type TemplateContent,
  type TemplateDetail,
  type TemplateSummary,
} from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { categoriesOf, findTemplate } from './find.js';
import { BUILT_IN } from './built-in-owner.js';
import type { Template } from './template.entity.js';

export function summaryOf(template: Template, { userId, isAdmin }: TemplateActor): TemplateSummary {
  const mine = template.ownerId === userId;
  const { title, description, language, tags, ownerName, publishedAt, createdAt, updatedAt } = template;
  return {
    templateId: TemplateId.parse(template.templateId),
    ...{ title, description, language, tags, ownerName, publishedAt, createdAt, updatedAt },
    isHouse: template.ownerId === BUILT_IN.ownerId,
    mine,
    takenDown: mine || isAdmin ? template.takenDown : null,
    categoryCount: template.categoryCount,
    questionCount: template.questionCount,
    useCount: template.useCount,
  };
}

/** The board is all that others see: answers, songs and links do not leave this function. */
export async function readDetail(manager: EntityManager, templateId: string, actor: TemplateActor) {
  const template = await findTemplate(manager, templateId, actor);
  const categories = await categoriesOf(manager, templateId);
  return {
    ...summaryOf(template, actor),
    version: template.version,
    board: categories.map(({ name, questions }) => ({ name, points: questions.map(({ points }) => points) })),
  } satisfies TemplateDetail;
}

/** Everything; for the owner, and for admins who judge a report. */
export async function readContent(manager: EntityManager, templateId: string, actor: TemplateActor) {
  const template = await findTemplate(manager, templateId, actor);
  const mine = template.ownerId === actor.userId;
  if (!mine && !actor.isAdmin) throw new RefusedError('template-not-yours');
  const { title, description, language, tags, version, publishedAt, takenDown } = template;
  return {
    templateId: TemplateId.parse(templateId),
    ...{ title, description, language, tags, version, publishedAt, takenDown, mine },
    categories: await categoriesOf(manager, templateId),
  } satisfies TemplateContent;
}
