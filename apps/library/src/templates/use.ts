import type { GameId, ReplyOf, RequestOf, TemplateId, templateUse } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { COUNT_USE, USE_OF_ALL_GAMES, USE_OF_GAMES } from './templates.sql.js';

const TEMPLATES_MAX = 20;

export async function countUse(database: DataSource, templateId: TemplateId, gameId: GameId): Promise<void> {
  await database.query(COUNT_USE, [templateId, gameId]);
}

/** With a filter of games, each counts when it was created, and deleted templates do not count. */
export async function readUse(
  database: DataSource,
  { from, to, timeZone, byHour = false, gameCode = '', moderator = '' }: RequestOf<typeof templateUse>,
): Promise<ReplyOf<typeof templateUse>> {
  const span = [new Date(from), new Date(to)];
  const isOfAllGames = gameCode === '' && moderator === '';
  const use = isOfAllGames ? USE_OF_ALL_GAMES : USE_OF_GAMES;
  const filter = isOfAllGames ? [] : [gameCode, moderator];
  const step = byHour
    ? `(extract(epoch from date_bin('1 hour', quarter, $1)) * 1000)::float8 as at`
    : `(quarter at time zone $${filter.length + 3})::date::text as day`;
  const steps = await database.query<never[]>(
    `select ${step}, sum(games)::int as games from (${use}) as used group by 1 order by 1`,
    [...span, ...filter, ...(byHour ? [] : [timeZone])],
  );
  // The title of an unpublished template stays private.
  const templates = await database.query<ReplyOf<typeof templateUse>['templates']>(
    `select title, sum(games)::int as games
      from (select template_id, sum(games) as games from (${use}) as each_of group by 1) as used
      left join template on template.template_id = used.template_id and published_at is not null
      group by template.template_id order by 2 desc, title limit ${TEMPLATES_MAX}`,
    [...span, ...filter],
  );
  return byHour ? { days: [], hours: steps, templates } : { days: steps, templates };
}
