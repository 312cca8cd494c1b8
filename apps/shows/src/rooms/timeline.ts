import { gameTimeline, RefusedError, type ReplyOf, type RequestOf, type roomTimeline } from '@earworm/contracts';
import { type GameId, roomActor } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireReadingOperator } from '../shows/access.js';
import { gamesFrom } from '../shows/game-now.js';
import { RoomRow } from '../shows/room.entity.js';

/** As the room reads it, which owns its games. */
export async function readRoomTimeline(
  { manager }: DataSource,
  bus: Bus,
  { roomId, gameId, after, ...asked }: RequestOf<typeof roomTimeline>,
): Promise<ReplyOf<typeof roomTimeline>> {
  const { showId } = await requireReadingOperator(manager, asked);
  const room = await manager.findOneBy(RoomRow, { roomId, showId });
  if (room === null) throw new RefusedError('room-not-found');
  const games: readonly GameId[] = room.gameId === null ? [] : await gamesFrom(bus, room.gameId);
  if (!games.includes(gameId)) throw new RefusedError('game-not-found');
  const actor = { userId: roomActor(roomId), isAdmin: false };
  return callShard(bus, gameTimeline, gameId, { actor, gameId, after });
}
