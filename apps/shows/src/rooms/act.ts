import {
  type actInRoom,
  actAsStaff,
  changeCrew,
  type CrewChange,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type RoomAct,
  type ShowActor,
} from '@earworm/contracts';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireOperator } from '../shows/access.js';
import { gameNow } from '../shows/game-now.js';
import { RoomRow } from '../shows/room.entity.js';

/** Operators are checked with every act, as the game service cannot: it knows no staff. */
export async function act(
  database: DataSource,
  bus: Bus,
  { roomId, after, commandId, act: wanted, ...asked }: RequestOf<typeof actInRoom>,
): Promise<ReplyOf<typeof actInRoom>> {
  const { showId } = asked;
  const room = await database.transaction(async (manager) => {
    await requireOperator(manager, asked);
    return manager.findOneBy(RoomRow, { roomId, showId });
  });
  if (room === null) throw new RefusedError('room-not-found');
  if (room.gameId === null) throw new RefusedError('room-not-ready');
  const gameId = await gameNow(bus, room.gameId);
  if (gameId !== after) throw new RefusedError('round-moved');
  const change = crewChangeOf(wanted, asked.actor);
  if (change !== null) await callShard(bus, changeCrew, gameId, { gameId, commandId, change });
  else {
    const staff = { showId, userId: asked.actor.userId };
    await callShard(bus, actAsStaff, gameId, { gameId, commandId, staff, command: wanted as StaffCommand });
  }
  return { gameId };
}

type StaffCommand = RequestOf<typeof actAsStaff>['command'];

/** Null: the act changes no crew. */
function crewChangeOf(wanted: RoomAct, { userId, name }: ShowActor): CrewChange | null {
  switch (wanted.type) {
    case 'takeOver':
      return { type: 'operatorTakesOver', userId, name, reason: wanted.reason };
    case 'help':
      return { type: 'operatorHelps', userId, name, reason: wanted.reason };
    case 'solveHelp':
      return { type: 'solveHelp', by: userId };
    default:
      return null;
  }
}
