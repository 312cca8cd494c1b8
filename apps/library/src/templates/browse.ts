import { TEMPLATE_LIMITS, type TemplateActor, type TemplateSearch } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import type { OfferedFilters } from './offered-filters.js';
import { summaryOf } from './read.js';
import { Template } from './template.entity.js';
import { PUBLISHED } from './templates.sql.js';

const { pageSize } = TEMPLATE_LIMITS;

const ORDERS = {
  popular: ['t.useCount', 'DESC'],
  newest: ['t.publishedAt', 'DESC'],
  title: ['lower(t.title)', 'ASC'],
} as const;

export async function browse(
  manager: EntityManager,
  filters: Pick<OfferedFilters, 'read'>,
  actor: TemplateActor,
  search: TemplateSearch,
) {
  const words = queryOf(search.q);
  const tags = search.tags
    .split(',')
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== '');
  const found = manager.createQueryBuilder(Template, 't').where(PUBLISHED);
  if (words !== null) found.andWhere('t.search @@ :words::tsquery', { words });
  if (tags.length > 0) found.andWhere('t.tags @> :tags::text[]', { tags });
  if (search.language !== undefined) found.andWhere('t.language = :language', { language: search.language });
  const [by, direction] = ORDERS[search.sort];
  const [[templates, total], { tags: offered, languages }] = await Promise.all([
    found
      .orderBy(by, direction)
      // A total order, so that pages neither repeat nor miss a template.
      .addOrderBy('t.templateId')
      .offset((search.page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount(),
    filters.read(),
  ]);
  return {
    templates: templates.map((template) => summaryOf(template, actor)),
    total,
    tags: offered,
    languages,
  };
}

export async function mine(manager: EntityManager, actor: TemplateActor, page: number) {
  const [templates, total] = await manager.findAndCount(Template, {
    where: { ownerId: actor.userId },
    order: { updatedAt: 'DESC', templateId: 'ASC' },
    skip: (page - 1) * pageSize,
    take: pageSize,
  });
  return { templates: templates.map((template) => summaryOf(template, actor)), total };
}

const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** The words of a text without case and accents; scripts without blanks letter by letter. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(NO_BLANKS, ' $& ')
      .match(/[\p{L}\p{N}]{1,60}/gu) ?? [],
  ),
];

/** A tsquery for all words as prefixes; null without words. Letters and digits need no quoting. */
function queryOf(typed: string): string | null {
  const words = wordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
