import { randomUUID } from 'node:crypto';
import {
  type prepareRooms,
  RefusedError,
  type removeRoom,
  type ReplyOf,
  type RequestOf,
  type RoomState,
} from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { CrewLinkRow } from '../crew-links/crew-link.entity.js';
import { isOpen, requireOperator } from '../shows/access.js';
import { countRooms } from '../shows/read.js';
import { RoomRow } from '../shows/room.entity.js';
import { ShowRow } from '../shows/show.entity.js';
import { BEGIN, STOP } from './rooms.sql.js';

type Asked = RequestOf<typeof prepareRooms>;
type Progress = Promise<ReplyOf<typeof prepareRooms>>;

/** Links to its crew are gone with it. */
export async function remove(database: DataSource, { roomId, ...asked }: RequestOf<typeof removeRoom>): Promise<void> {
  await database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    const room = await manager.findOneBy(RoomRow, { roomId, showId });
    if (room === null) return;
    if (room.claim !== null && room.claimedUntil !== null && room.claimedUntil.getTime() > Date.now())
      throw new RefusedError('room-preparing');
    await manager.delete(RoomRow, { roomId, showId });
    // Otherwise rooms that are removed and added again would get any number of games.
    if (room.gameId !== null) await manager.increment(ShowRow, { showId }, 'removedGames', 1);
    await manager.delete(CrewLinkRow, { roomId });
  });
}

/** Rooms in this state are prepared. Repeated, it finds none. */
export const begin = (database: DataSource, state: RoomState, asked: Asked): Progress =>
  database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    if (!isOpen(show)) throw new RefusedError('event-over');
    await manager.query(BEGIN, [show.showId, state, asked.actor.userId, randomUUID()]);
    return { counts: await countRooms(manager, show.showId) };
  });

export const stop = (database: DataSource, asked: Asked): Progress =>
  database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    await manager.query(STOP, [showId]);
    return { counts: await countRooms(manager, showId) };
  });
