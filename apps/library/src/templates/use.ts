import type { GameId, ReplyOf, RequestOf, TemplateId, templateUse } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

const MOST_TEMPLATES = 20;

/** Each game once, however often it is said; a template that is gone counts nothing. */
export async function countUse(database: DataSource, templateId: TemplateId, gameId: GameId): Promise<void> {
  await database.query(
    `with counted as (
        insert into template_use (game_id, template_id) select $2, template_id from template where template_id = $1
        on conflict do nothing returning template_id),
      tallied as (
        insert into template_tally (quarter, template_id, games)
          select date_bin('15 minutes', now(), 'epoch'), template_id, 1 from counted
        on conflict (quarter, template_id) do update set games = template_tally.games + excluded.games)
      update template set use_count = use_count + 1 from counted where template.template_id = counted.template_id`,
    [templateId, gameId],
  );
}

/** What was tallied within a span, by day of a zone and by template. */
export async function readUse(
  database: DataSource,
  { from, to, timeZone }: RequestOf<typeof templateUse>,
): Promise<ReplyOf<typeof templateUse>> {
  const span = [new Date(from), new Date(to)];
  const days = await database.query<ReplyOf<typeof templateUse>['days']>(
    `select (quarter at time zone $3)::date::text as day, sum(games)::int as games
      from template_tally where quarter >= $1 and quarter < $2 group by 1 order by 1`,
    [...span, timeZone],
  );
  // A title that its owner did not publish is nobody else's to read.
  const templates = await database.query<ReplyOf<typeof templateUse>['templates']>(
    `select title, sum(games)::int as games from (
        select template_id, sum(games) as games
          from template_tally where quarter >= $1 and quarter < $2 group by 1) as used
      left join template on template.template_id = used.template_id and published_at is not null
      group by template.template_id order by 2 desc, title limit ${MOST_TEMPLATES}`,
    span,
  );
  return { days, templates };
}
