import {
  type actInRooms,
  type BulkAct,
  type LaterRooms,
  type readBulkAct,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  SHOW_LIMITS,
} from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { noteLaterStarts } from '../preparing/held-starts.js';
import { requireOperator, requireReadingOperator } from '../shows/access.js';
import { BulkActRow } from './bulk-act.entity.js';
import { ADD_BULK_ACT, ADD_BULK_ROOMS, READ_BULK_ROOMS } from './bulk-acts.sql.js';

const laterOf = (act: BulkAct): LaterRooms | undefined =>
  act.type === 'holdStart' || act.type === 'releaseStart' ? act.later : undefined;

/** Writes what is to be done; the worker does it. With an id that was used before, nothing more is done. */
export const askForBulkAct = (
  database: DataSource,
  { jobId, act, rooms, ...asked }: RequestOf<typeof actInRooms>,
): Promise<void> =>
  database.transaction(async (manager) => {
    const later = laterOf(act);
    if (rooms.length === 0 && later === undefined) throw new RefusedError('bad-request');
    const { showId } = await requireOperator(manager, asked);
    const { userId } = asked.actor;
    if (await manager.existsBy(BulkActRow, { jobId, showId, askedBy: userId })) return;
    if ((await manager.countBy(BulkActRow, { showId })) >= SHOW_LIMITS.bulkActs)
      throw new RefusedError('bulk-acts-full');
    const added = await manager.query<unknown[]>(ADD_BULK_ACT, [jobId, showId, JSON.stringify(act), userId]);
    if (added.length === 0) throw new RefusedError('id-taken');
    await manager.query(ADD_BULK_ROOMS, [jobId, JSON.stringify(rooms)]);
    if (later !== undefined)
      await noteLaterStarts(manager, { showId, userId, isHeld: act.type === 'holdStart', later, rooms });
  });

export async function readOne(
  { manager }: DataSource,
  { jobId, ...asked }: RequestOf<typeof readBulkAct>,
): Promise<ReplyOf<typeof readBulkAct>> {
  const { showId } = await requireReadingOperator(manager, asked);
  const job = await manager.findOneBy(BulkActRow, { jobId, showId });
  if (job === null) throw new RefusedError('bulk-act-not-found');
  const rooms = await manager.query<ReplyOf<typeof readBulkAct>['rooms']>(READ_BULK_ROOMS, [jobId]);
  return { act: job.act, rooms };
}
