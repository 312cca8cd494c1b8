import { withClient } from '@earworm/service-kit/postgres';
import type { GameEvent } from '@earworm/rules';

export interface LoggedRow {
  readonly version: number;
  readonly userId: string | null;
  readonly commandId: string | null;
  readonly event: GameEvent;
  readonly epoch: number;
  /** By the database's clock, ms; null where it does not keep that. */
  readonly committedAt: number | null;
}

/** One game as the log has it, rows by version. */
export interface LoggedGame {
  readonly gameId: string;
  readonly logId: string;
  readonly rows: readonly LoggedRow[];
}

interface Row {
  game_id: string;
  log_id: string;
  version: number;
  user_id: string | null;
  command_id: string | null;
  event: GameEvent;
  epoch: string;
  committed: number | null;
}

/** Reads these games from the log by a superuser's URL. */
export function readLog(databaseUrl: string, gameIds: readonly string[]): Promise<LoggedGame[]> {
  return withClient(databaseUrl, async (client) => {
    const setting = await client.query<{ on: boolean }>(
      `select current_setting('track_commit_timestamp')::boolean as on`,
    );
    const committed = setting.rows[0]?.on
      ? '(extract(epoch from pg_xact_commit_timestamp(tx::xid)) * 1000)::float8'
      : 'null::float8';
    const { rows } = await client.query<Row>(
      `select game_id, log_id, version, user_id, command_id, event, epoch, ${committed} as committed
       from game.event join game.game using (game_id) where game_id = any($1) order by game_id, version`,
      [gameIds],
    );
    const games = new Map<string, LoggedGame & { rows: LoggedRow[] }>();
    for (const row of rows) {
      const { game_id: gameId, log_id: logId, version, event } = row;
      let game = games.get(gameId);
      if (!game) games.set(gameId, (game = { gameId, logId, rows: [] }));
      const by = { userId: row.user_id, commandId: row.command_id };
      game.rows.push({ version, event, ...by, epoch: Number(row.epoch), committedAt: row.committed });
    }
    return [...games.values()];
  });
}

/** The last version of each of these games. */
export function readHeads(databaseUrl: string, gameIds: readonly string[]): Promise<Map<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ game_id: string; head: number }>(
      'select game_id, max(version) as head from game.event where game_id = any($1) group by game_id',
      [gameIds],
    );
    return new Map(rows.map(({ game_id, head }) => [game_id, head]));
  });
}
