import type { questionContents, ReplyOf, RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

/** The events of each game are read once, however many of its questions are asked for. */
const CONTENTS = `with asked as materialized (
    select * from unnest($1::text[], $2::text[], $3::integer[]) as asked (game_id, question_id, until)),
  games as materialized (select game_id, max(until) as until from asked group by game_id),
  written as materialized (
    select event.game_id, 1 as version, question->>'id' as question_id, (question - 'id')::json as content
      from games join event on event.game_id = games.game_id and event.version = 1,
        jsonb_path_query(event.event::jsonb, '$.categories[*].questions[*]') as question
    union all
    select event.game_id, event.version, event.event->>'questionId', event.event->'content'
      from games join event on event.game_id = games.game_id and event.version between 2 and games.until
      where event.event->>'type' in ('questionAdded', 'questionUpdated'))
  select distinct on (game_id, question_id) game_id as "gameId", question_id as "questionId", content
    from asked join written using (game_id, question_id)
    where version <= until
    order by game_id, question_id, version desc`;

/** Each as its last change up to the version asked for left it. */
export async function readQuestionContents(
  database: DataSource,
  { questions }: RequestOf<typeof questionContents>,
): Promise<ReplyOf<typeof questionContents>> {
  return {
    questions: await database.query(CONTENTS, [
      questions.map(({ gameId }) => gameId),
      questions.map(({ questionId }) => questionId),
      questions.map(({ until }) => until),
    ]),
  };
}
