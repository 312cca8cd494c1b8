import { crewRights, joinInfo, type listMyRooms, type MyRoom, RefusedError, type ReplyOf } from '@earworm/contracts';
import { type GameId, needsDesk, type UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import { gameNow } from '../shows/game-now.js';
import { ROOMS_OF_MEMBER } from './crew-links.sql.js';

type Found = Pick<MyRoom, 'roomId' | 'number' | 'name' | 'group' | 'showId' | 'showName' | 'place' | 'timeZone'> & {
  readonly startsAt: Date;
  /** The first of the room. */
  readonly gameId: GameId;
};

const MOST = 60;
const AT_ONCE = 4;

export async function roomsOfMember(
  { manager }: DataSource,
  bus: Bus,
  userId: UserId,
): Promise<ReplyOf<typeof listMyRooms>> {
  const found = await manager.query<Found[]>(ROOMS_OF_MEMBER, [userId, MOST]);
  const rooms = await mapConcurrently(AT_ONCE, found, (room) => withGame(bus, userId, room));
  const mine = rooms.filter((room) => room !== null);
  return { rooms: mine.sort((a, b) => a.startsAt - b.startsAt || a.number - b.number) };
}

/** Null where the user is no longer in the crew. */
async function withGame(bus: Bus, userId: UserId, { startsAt, ...room }: Found): Promise<MyRoom | null> {
  try {
    const gameId = await gameNow(bus, room.gameId);
    const { rights } = await callShard(bus, crewRights, gameId, { gameId, userId });
    if (rights.length === 0) return null;
    const { gameCode, status, moderatorName } = await callShard(bus, joinInfo, gameId, { gameId });
    const game = { gameId, gameCode, status, moderatorName, hasDesk: needsDesk(rights) };
    return { ...room, ...game, startsAt: startsAt.getTime() };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'game-not-found') return null;
    throw error;
  }
}
