import {
  type createRoomLink,
  type createRoomLinks,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  Right,
  type RoomId,
} from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { insertLink } from './create.js';
import { REVOKE_OF_ROOMS } from './crew-links.sql.js';
import { findShow, requireOperator } from '../shows/access.js';
import { gameNow } from '../shows/game-now.js';
import { StaffRow } from '../shows/staff.entity.js';
import { RoomRow } from '../shows/room.entity.js';
import type { ShowRow } from '../shows/show.entity.js';

const HOUR_MS = 3_600_000;
const SHORTEST_HOURS = 24;

export async function createLink(
  database: DataSource,
  bus: Bus,
  { roomId, ...asked }: RequestOf<typeof createRoomLink>,
): Promise<ReplyOf<typeof createRoomLink>> {
  const { room, show } = await database.transaction(async (manager) => {
    const found = await requireOperator(manager, asked);
    return { room: await manager.findOneBy(RoomRow, { roomId, showId: found.showId }), show: found };
  });
  if (room === null) throw new RefusedError('room-not-found');
  if (room.gameId === null) throw new RefusedError('room-not-ready');
  const gameId = await gameNow(bus, room.gameId);
  return database.transaction((manager) => linkTo(manager, show, { ...room, gameId }, asked.actor.userId));
}

/** Links to all of these rooms that have a game, or none. */
export function createLinks(
  database: DataSource,
  { roomIds, renew, ...asked }: RequestOf<typeof createRoomLinks>,
): Promise<ReplyOf<typeof createRoomLinks>> {
  const wanted = [...new Set(roomIds)];
  return database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    const rooms = await manager.findBy(RoomRow, { showId: show.showId, roomId: In(wanted) });
    if (rooms.length < wanted.length) throw new RefusedError('room-not-found');
    if (renew) await manager.query(REVOKE_OF_ROOMS, [wanted]);
    const links: ReplyOf<typeof createRoomLinks>['links'] = [];
    for (const { gameId, ...room } of rooms) {
      if (gameId === null) continue;
      const link = await linkTo(manager, show, { ...room, gameId }, asked.actor.userId);
      links.push({ roomId: room.roomId, ...link });
    }
    return { links };
  });
}

/** With all rights, until a day after the planned start. */
export function linkTo(
  manager: EntityManager,
  show: ShowRow,
  { roomId, gameId, startsAt }: Pick<RoomRow, 'roomId' | 'startsAt'> & { readonly gameId: GameId },
  by: UserId,
) {
  const untilStart = (startsAt ?? show.startsAt).getTime() - Date.now();
  const hours = SHORTEST_HOURS + Math.max(0, Math.ceil(untilStart / HOUR_MS));
  return insertLink(manager, { gameId, by, rights: [...Right.options], purpose: 'co-host', hours, roomId });
}

export interface RoomOfLink {
  readonly gameId: GameId;
  readonly number: number;
  readonly name: string;
  readonly showName: string;
}

/** Where a link to a room leads; null once its maker is no operator any more, or the room or the event is gone. */
export async function roomOfLink(
  { manager }: DataSource,
  bus: Bus,
  roomId: RoomId,
  maker: UserId,
): Promise<RoomOfLink | null> {
  const room = await manager.findOneBy(RoomRow, { roomId });
  if (room === null || room.gameId === null) return null;
  const { showId, number, name } = room;
  const staff = await manager.findOneBy(StaffRow, { showId, userId: maker });
  if (staff?.role !== 'operator') return null;
  const show = await findShow(manager, showId);
  if (show === null || show.deletedAt !== null) return null;
  return { gameId: await gameNow(bus, room.gameId), number, name, showName: show.name };
}
