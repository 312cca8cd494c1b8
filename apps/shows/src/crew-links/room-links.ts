import {
  type createRoomLink,
  joinInfo,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  Right,
  type RoomId,
} from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { insertLink } from './create.js';
import { findShow, requireOperator } from '../shows/access.js';
import { StaffRow } from '../shows/staff.entity.js';
import { RoomRow } from '../shows/room.entity.js';

const HOUR_MS = 3_600_000;
const SHORTEST_HOURS = 24;
/** Games of a room that follow one another. */
const GAMES_MOST = 50;

/** Until a day after the planned start. */
export async function createLink(
  database: DataSource,
  bus: Bus,
  { roomId, ...asked }: RequestOf<typeof createRoomLink>,
): Promise<ReplyOf<typeof createRoomLink>> {
  const { room, startsAt } = await database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    const found = await manager.findOneBy(RoomRow, { roomId, showId: show.showId });
    if (found === null) throw new RefusedError('room-not-found');
    return { room: found, startsAt: found.startsAt ?? show.startsAt };
  });
  if (room.gameId === null) throw new RefusedError('room-not-ready');
  const gameId = await gameNow(bus, room.gameId);
  const hours = SHORTEST_HOURS + Math.max(0, Math.ceil((startsAt.getTime() - Date.now()) / HOUR_MS));
  const { userId: by } = asked.actor;
  return insertLink(database, { gameId, by, rights: [...Right.options], purpose: 'co-host', hours, roomId });
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

/** The last of the games that followed one another in the room. */
async function gameNow(bus: Bus, first: GameId): Promise<GameId> {
  let gameId = first;
  for (let games = 1; games < GAMES_MOST; games += 1) {
    const { next } = await callShard(bus, joinInfo, gameId, { gameId });
    if (next === undefined) break;
    gameId = next;
  }
  return gameId;
}
