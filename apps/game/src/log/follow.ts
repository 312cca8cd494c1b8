import type { DataSource } from 'typeorm';

export interface FollowedRow {
  readonly tx: string;
  readonly position: string;
  readonly gameId: string;
  readonly version: number;
  readonly event: { type: string; at: number };
}

/**
 * Rows after a place in the log, oldest first, for followers. Serials are drawn before they commit, so a row may appear
 * behind one that was already read; transactions below the oldest running one cannot bring any more rows. Ordered by the
 * columns themselves: a bare `tx` would be the text that is selected under that name, in which 1000 comes before 999.
 */
export function followLog(
  database: DataSource,
  after: { readonly tx: string; readonly position: string },
  limit: number,
): Promise<FollowedRow[]> {
  return database.query<FollowedRow[]>(
    `select tx::text as tx, position::text as position, game_id as "gameId", version, event from event
      where (tx, position) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
      order by event.tx, event.position limit $3`,
    [after.tx, after.position, limit],
  );
}
