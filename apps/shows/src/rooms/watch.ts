import {
  gameStaffView,
  gameTimeline,
  type namesOfStaff as namesOfStaffCall,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type RoomId,
  type roomStaffView,
  type roomStageKey,
  type roomTimeline,
  stageKey,
} from '@earworm/contracts';
import { type GameId, roomActor } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { requireReader, requireReadingOperator } from '../shows/access.js';
import { gamesFrom } from '../shows/game-now.js';
import { RoomRow } from '../shows/room.entity.js';
import { StaffRow } from '../shows/staff.entity.js';

interface GameOfRoom {
  readonly roomId: RoomId;
  readonly gameId: GameId;
}

/** Resolves with the room's own actor, who owns its games. */
async function ownerOf(
  manager: EntityManager,
  bus: Bus,
  { roomId, gameId, showId }: GameOfRoom & Pick<RoomRow, 'showId'>,
) {
  const room = await manager.findOneBy(RoomRow, { roomId, showId });
  if (room === null) throw new RefusedError('room-not-found');
  const games: readonly GameId[] = room.gameId === null ? [] : await gamesFrom(bus, room.gameId);
  if (!games.includes(gameId)) throw new RefusedError('game-not-found');
  return { userId: roomActor(roomId), isAdmin: false };
}

export async function readRoomTimeline(
  { manager }: DataSource,
  bus: Bus,
  { roomId, gameId, after, ...asked }: RequestOf<typeof roomTimeline>,
): Promise<ReplyOf<typeof roomTimeline>> {
  const { showId } = await requireReadingOperator(manager, asked);
  const actor = await ownerOf(manager, bus, { roomId, gameId, showId });
  const page = await callShard(bus, gameTimeline, gameId, { actor, gameId, after });
  const users = new Set(page.rows.flatMap(({ user }) => (user === null ? [] : [user])));
  return { ...page, ...(await namesOfStaff(manager, { showId, userIds: [...users] })) };
}

export async function namesOfStaff(
  manager: EntityManager,
  { showId, userIds }: RequestOf<typeof namesOfStaffCall>,
): Promise<ReplyOf<typeof namesOfStaffCall>> {
  const staff = await manager.findBy(StaffRow, { showId, userId: In(userIds) });
  return { staff: staff.map(({ userId, name }) => ({ userId, name })) };
}

/** The room's key, which stays valid for those who leave the staff: the stage is shown to everyone in the room. */
export async function readRoomStageKey(
  { manager }: DataSource,
  bus: Bus,
  { roomId, gameId, ...asked }: RequestOf<typeof roomStageKey>,
): Promise<ReplyOf<typeof roomStageKey>> {
  const { show } = await requireReader(manager, asked);
  const actor = await ownerOf(manager, bus, { roomId, gameId, showId: show.showId });
  return callShard(bus, stageKey, gameId, { actor, gameId });
}

/** For operators; the owner refuses those who play in the game. */
export async function readRoomStaffView(
  { manager }: DataSource,
  bus: Bus,
  { roomId, gameId, ...asked }: RequestOf<typeof roomStaffView>,
): Promise<ReplyOf<typeof roomStaffView>> {
  const { showId } = await requireReadingOperator(manager, asked);
  await ownerOf(manager, bus, { roomId, gameId, showId });
  return callShard(bus, gameStaffView, gameId, { gameId, roomId, userId: asked.actor.userId });
}
