import {
  RefusedError,
  TemplateId,
  type TemplateActor,
  type TemplateContent,
  type TemplateDetail,
  type TemplateSummary,
} from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import type { Category } from './content.js';
import { BUILT_IN, Template } from './template.entity.js';
import { LOCK_TEMPLATE, SELECT_BOARD, SELECT_CATEGORIES } from './templates.sql.js';

type Reader = Pick<TemplateActor, 'userId' | 'isAdmin'>;

/** Refuses `template-not-found`, also for a template that the user may not see. */
export async function findTemplate(manager: EntityManager, templateId: string, reader: Reader): Promise<Template> {
  const template = await manager.findOneBy(Template, { templateId });
  const isVisible =
    template !== null && (template.publishedAt !== null || template.ownerId === reader.userId || reader.isAdmin);
  if (!isVisible) throw new RefusedError('template-not-found');
  return template;
}

export async function lockOwn(manager: EntityManager, templateId: string, reader: Reader): Promise<Template> {
  await manager.query(LOCK_TEMPLATE, [templateId]);
  const template = await findTemplate(manager, templateId, reader);
  if (template.ownerId !== reader.userId) throw new RefusedError('template-not-yours');
  return template;
}

export const categoriesOf = (manager: EntityManager, templateId: string): Promise<Category[]> =>
  manager.query<Category[]>(SELECT_CATEGORIES, [templateId]);

export function summaryOf(template: Template, { userId, isAdmin }: TemplateActor): TemplateSummary {
  const mine = template.ownerId === userId;
  return {
    templateId: TemplateId.parse(template.templateId),
    title: template.title,
    description: template.description,
    language: template.language,
    tags: template.tags,
    ownerName: template.ownerName,
    publishedAt: template.publishedAt,
    createdAt: template.createdAt,
    updatedAt: template.updatedAt,
    isHouse: template.ownerId === BUILT_IN.ownerId,
    mine,
    takenDown: mine || isAdmin ? template.takenDown : null,
    categoryCount: template.categoryCount,
    questionCount: template.questionCount,
    useCount: template.useCount,
  };
}

/** For all who see the template: without answers, songs and links. */
export async function readDetail(manager: EntityManager, templateId: string, actor: TemplateActor) {
  const template = await findTemplate(manager, templateId, actor);
  return {
    ...summaryOf(template, actor),
    version: template.version,
    board: await manager.query<TemplateDetail['board']>(SELECT_BOARD, [templateId]),
  } satisfies TemplateDetail;
}

/** For the owner, and for admins who judge a report. */
export async function readContent(manager: EntityManager, templateId: string, actor: TemplateActor) {
  const template = await findTemplate(manager, templateId, actor);
  const mine = template.ownerId === actor.userId;
  if (!mine && !actor.isAdmin) throw new RefusedError('template-not-yours');
  return {
    templateId: TemplateId.parse(templateId),
    title: template.title,
    description: template.description,
    language: template.language,
    tags: template.tags,
    version: template.version,
    publishedAt: template.publishedAt,
    takenDown: template.takenDown,
    mine,
    categories: await categoriesOf(manager, templateId),
  } satisfies TemplateContent;
}
