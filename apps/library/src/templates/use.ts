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

/**
 * What was used within a span, by template and by day of a zone or by hour. With a filter of games: by when each of them
 * was made, and without templates that are deleted.
 */
export async function readUse(
  database: DataSource,
  { from, to, timeZone, byHour = false, gameCode = '', moderator = '' }: RequestOf<typeof templateUse>,
): Promise<ReplyOf<typeof templateUse>> {
  const span = [new Date(from), new Date(to)];
  const isOfAllGames = gameCode === '' && moderator === '';
  const use = isOfAllGames ? TALLIED : OF_GAMES;
  const filter = isOfAllGames ? [] : [gameCode, moderator];
  const step = byHour
    ? `(extract(epoch from date_bin('1 hour', quarter, $1)) * 1000)::float8 as at`
    : `(quarter at time zone $${filter.length + 3})::date::text as day`;
  const steps = await database.query<never[]>(
    `select ${step}, sum(games)::int as games from (${use}) as used group by 1 order by 1`,
    [...span, ...filter, ...(byHour ? [] : [timeZone])],
  );
  // A title that its owner did not publish is nobody else's to read.
  const templates = await database.query<ReplyOf<typeof templateUse>['templates']>(
    `select title, sum(games)::int as games from (select template_id, sum(games) as games from (${use}) as each_of group by 1) as used
      left join template on template.template_id = used.template_id and published_at is not null
      group by template.template_id order by 2 desc, title limit ${MOST_TEMPLATES}`,
    [...span, ...filter],
  );
  return byHour ? { days: [], hours: steps, templates } : { days: steps, templates };
}

const TALLIED = `select quarter, template_id, games from template_tally where quarter >= $1 and quarter < $2`;
/** Letters such as ü have two cases also where the database has the C locale. */
const COLLATION = 'collate "und-x-icu"';
const OF_GAMES = `select to_timestamp(created_at / 1000.0) as quarter, template_id, 1 as games
  from template_use join game using (game_id)
  where created_at >= extract(epoch from $1::timestamptz) * 1000 and created_at < extract(epoch from $2::timestamptz) * 1000
    and ($3 = '' or game_code = upper($3)) and position(lower($4 ${COLLATION}) in lower(moderator_name ${COLLATION})) > 0`;
