import type { listSolved, ReplyOf, RequestOf, SolvedReason } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { requireReader } from '../shows/access.js';
import { LIST_SOLVED } from './attention.sql.js';

type Listed = Omit<SolvedReason, 'since' | 'endedAt'> & Readonly<Record<'since' | 'endedAt', Date>>;

export async function solved(
  { manager }: DataSource,
  asked: RequestOf<typeof listSolved>,
): Promise<ReplyOf<typeof listSolved>> {
  const { show } = await requireReader(manager, asked);
  const rows = await manager.query<Listed[]>(LIST_SOLVED, [show.showId]);
  return {
    solved: rows.map((row) => ({ ...row, since: row.since.getTime(), endedAt: row.endedAt.getTime() })),
  };
}
