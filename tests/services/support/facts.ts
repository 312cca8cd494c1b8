import { withClient } from '@earworm/service-kit/postgres';

export type Facts = Readonly<Record<string, number>>;

/** What the log says happened up to where each game is counted, read by a superuser's URL. */
const LOGGED = `select count(*) filter (where event->>'type' = 'gameCreated')::int as created,
    count(*) filter (where event->>'type' = 'gameStarted')::int as started,
    count(*) filter (where event->>'type' = 'playerJoined')::int as joins,
    count(*) filter (where event->>'type' = 'playerBuzzed')::int as presses,
    count(*) filter (where event->>'type' = 'answerJudged')::int as judged
  from game.event join telemetry.game using (game_id) where event.version <= game.version`;
/** The same by telemetry's own figures. */
const COUNTED = `select coalesce(sum("gamesCreated"), 0)::int as created, coalesce(sum("gamesStarted"), 0)::int as started,
    coalesce(sum(joins), 0)::int as joins, coalesce(sum(presses), 0)::int as presses,
    coalesce(sum("right") + sum(wrong), 0)::int as judged
  from telemetry.quarter_figures`;

export const countedFacts = (databaseUrl: string): Promise<Facts> => one(databaseUrl, COUNTED);

/** Both at one moment, while games go on. */
export const bothFacts = async (databaseUrl: string) =>
  one<{ logged: Facts; counted: Facts }>(
    databaseUrl,
    `select row_to_json(logged) as logged, row_to_json(counted) as counted from (${LOGGED}) as logged, (${COUNTED}) as counted`,
  );

/** How many rows of the log that are older than 5 s are not counted yet. */
export async function behind(databaseUrl: string): Promise<number> {
  const { rows } = await one<{ rows: number }>(
    databaseUrl,
    `select count(*)::int as rows from game.event left join telemetry.game using (game_id)
      where event.version > coalesce(game.version, 0) and event.at < (extract(epoch from now()) * 1000)::bigint - 5000`,
  );
  return rows;
}

async function one<Row extends object>(databaseUrl: string, query: string): Promise<Row> {
  const { rows } = await withClient(databaseUrl, (client) => client.query<Row>(query));
  if (rows[0] === undefined) throw new Error('no row');
  return rows[0];
}
