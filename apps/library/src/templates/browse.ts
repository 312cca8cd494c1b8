import { TEMPLATE_LIMITS, type TemplateActor, type TemplateSearch } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { Brackets } from 'typeorm';
import { summaryOf } from './read.js';
import { Template } from './template.entity.js';
import { queryOf } from './search-words.js';

const { pageSize } = TEMPLATE_LIMITS;
const TAGS_OFFERED = 24;
const PUBLISHED = 't.published_at is not null';

/** The last term makes every order total, so that pages neither repeat nor miss one. */
const ORDERS = {
  popular: ['t.useCount', 'DESC'],
  newest: ['t.publishedAt', 'DESC'],
  title: ['lower(t.title)', 'ASC'],
} as const;

export async function browse(manager: EntityManager, actor: TemplateActor, search: TemplateSearch) {
  const words = queryOf(search.q);
  const tags = search.tags
    .split(',')
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== '');
  const found = manager
    .createQueryBuilder(Template, 't')
    .where(PUBLISHED)
    .andWhere(
      new Brackets((all) => {
        all.where('true');
        if (words !== null) all.andWhere('t.search @@ :words::tsquery', { words });
        if (tags.length > 0) all.andWhere('t.tags @> :tags::text[]', { tags });
        if (search.language !== undefined) all.andWhere('t.language = :language', { language: search.language });
      }),
    );
  const [by, direction] = ORDERS[search.sort];
  const [[templates, total], offered, languages] = await Promise.all([
    found
      .orderBy(by, direction)
      .addOrderBy('t.templateId')
      .offset((search.page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount(),
    manager.query<{ tag: string; count: number }[]>(
      `select tag, count(*)::int as count from template t, unnest(t.tags) as tag where ${PUBLISHED}
        group by tag order by count desc, tag limit $1`,
      [TAGS_OFFERED],
    ),
    manager.query<{ language: string }[]>(
      `select distinct language from template t where ${PUBLISHED} and language is not null order by language`,
    ),
  ]);
  return {
    templates: templates.map((template) => summaryOf(template, actor)),
    total,
    tags: offered,
    languages: languages.map(({ language }) => language),
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
