import { RefusedError, TEMPLATE_LIMITS, type TemplateFacts, type TemplateId } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { type Category, cleanCategory, cleanFacts } from './clean.js';
import { Template } from './template.entity.js';
import { wordsOf } from './search-words.js';

export interface Owner {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly isGuest: boolean;
}
export interface NewTemplate {
  readonly templateId: TemplateId;
  readonly facts: TemplateFacts;
  readonly categories: readonly Category[];
}
export interface Written {
  readonly templateId: TemplateId;
  readonly version: number;
}

/** What an author is called under a published template; the first words of a name, never an address. */
export const ownerOf = (actor: { userId: string; name: string; isGuest: boolean }): Owner => ({
  ownerId: actor.userId,
  ownerName: actor.isGuest || actor.name.includes('@') ? 'Guest' : actor.name.slice(0, 80),
  isGuest: actor.isGuest,
});

/**
 * Puts a template on its owner's shelf. The same id again is the same template. Throws `id-taken` for somebody else's
 * id, `template-limit` when the shelf is full, `template-too-large`.
 */
export async function insertTemplate(manager: EntityManager, owner: Owner, template: NewTemplate): Promise<Written> {
  const { templateId } = template;
  const facts = cleanFacts(template.facts);
  const kept = await manager.countBy(Template, { ownerId: owner.ownerId });
  const now = Date.now();
  const made = await manager.query<unknown[]>(
    `insert into template (template_id, owner_id, owner_name, title, description, language, tags, created_at, updated_at,
        by_guest)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) on conflict do nothing returning 1`,
    [
      ...[templateId, owner.ownerId, owner.ownerName, facts.title, facts.description, facts.language, facts.tags, now],
      owner.isGuest,
    ],
  );
  if (made.length === 0) {
    const there = await manager.findOneBy(Template, { templateId });
    if (there?.ownerId !== owner.ownerId) throw new RefusedError('id-taken');
    return { templateId, version: there.version };
  }
  if (kept >= (owner.isGuest ? TEMPLATE_LIMITS.perGuest : TEMPLATE_LIMITS.perOwner))
    throw new RefusedError('template-limit', { n: kept });
  await putCategories(manager, templateId, template.categories);
  await order(
    manager,
    templateId,
    template.categories.map(({ categoryId }) => categoryId),
  );
  await recount(manager, templateId);
  return { templateId, version: 1 };
}

/** Writes whole categories, new or changed, in one statement. */
export async function putCategories(manager: EntityManager, templateId: string, categories: readonly Category[]) {
  if (categories.length === 0) return;
  const clean = categories.map(cleanCategory);
  await manager.query(
    `insert into template_category (template_id, category_id, position, name, questions)
      select $1, put.category_id, 0, put.name, put.questions
        from unnest($2::text[], $3::text[], $4::jsonb[]) as put (category_id, name, questions)
      on conflict (template_id, category_id) do update set name = excluded.name, questions = excluded.questions`,
    [
      templateId,
      clean.map(({ categoryId }) => categoryId),
      clean.map(({ name }) => name),
      clean.map(({ questions }) => JSON.stringify(questions)),
    ],
  );
}

/** Leaves exactly these categories, in this order. Throws `bad-request` when one is named twice or is not there. */
export async function order(manager: EntityManager, templateId: string, categoryIds: readonly string[]) {
  await manager.query(`delete from template_category where template_id = $1 and category_id <> all ($2::text[])`, [
    templateId,
    categoryIds,
  ]);
  // Only what moves is written: a row holds its questions.
  const [found] = await manager.query<{ count: number }[]>(
    `with place as (select * from unnest($2::text[]) with ordinality as place (category_id, position)),
      moved as (
        update template_category as category set position = place.position from place
          where template_id = $1 and category.category_id = place.category_id and category.position <> place.position)
      select count(distinct category_id)::int as count from template_category join place using (category_id)
        where template_id = $1`,
    [templateId, categoryIds],
  );
  if (found?.count !== categoryIds.length) throw new RefusedError('bad-request');
}

/** Brings what is shown and searched in line with the content. Throws `template-too-large`. */
export async function recount(manager: EntityManager, templateId: string): Promise<void> {
  const [sums] = await manager.query<{ categories: number; questions: number; bytes: number; names: string | null }[]>(
    `select count(*)::int as categories, coalesce(sum(jsonb_array_length(questions)), 0)::int as questions,
        coalesce(sum(octet_length(questions::text)), 0)::int as bytes, string_agg(name, ' ') as names
      from template_category where template_id = $1`,
    [templateId],
  );
  const { categories = 0, questions = 0, bytes = 0, names = '' } = sums ?? {};
  if (bytes > TEMPLATE_LIMITS.contentBytes) throw new RefusedError('template-too-large');
  const { title, description, tags, ownerName } = await manager.findOneByOrFail(Template, { templateId });
  const words = wordsOf([title, description, ...tags, ownerName, names ?? ''].join(' '));
  await manager.query(
    `update template set category_count = $2, question_count = $3, content_bytes = $4,
        search = array_to_tsvector($5::text[])
      where template_id = $1`,
    [templateId, categories, questions, bytes, words],
  );
}
