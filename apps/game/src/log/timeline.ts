import { TIMELINE_PAGE, type gameTimeline, type ReplyOf } from '@earworm/contracts';
import { type GameId, timelineRow, type UserId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { TIMELINE } from './log.sql.js';
import { readEvent } from './read.js';

interface Stored {
  readonly version: number;
  readonly event: string;
  readonly user: UserId | null;
}

/** A page of what has happened in a game after a version. */
export async function readTimeline(
  database: DataSource,
  gameId: GameId,
  after: number,
): Promise<ReplyOf<typeof gameTimeline>> {
  const stored = await database.query<Stored[]>(TIMELINE, [gameId, after, TIMELINE_PAGE]);
  const rows = stored.map(({ version, user, event }) =>
    timelineRow(version, user, readEvent(JSON.parse(event) as { type: string })),
  );
  return { rows, next: rows.length < TIMELINE_PAGE ? null : (rows.at(-1)?.version ?? null) };
}
