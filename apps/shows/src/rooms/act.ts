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
  type ShowId,
} from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
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
  const { userId } = asked.actor;
  const change = crewChangeOf(wanted, asked.actor);
  if (change === null) {
    const command = wanted as StaffCommand;
    return { gameId: await actAsOperator(bus, { showId, userId, first: room.gameId, after, commandId, command }) };
  }
  const gameId = await gameSeen(bus, room.gameId, after);
  await callShard(bus, changeCrew, gameId, { gameId, commandId, change });
  return { gameId };
}

type StaffCommand = RequestOf<typeof actAsStaff>['command'];

interface OperatorAct {
  readonly showId: ShowId;
  readonly userId: UserId;
  /** The first game of the room; null: it has none yet. */
  readonly first: GameId | null;
  /** The game that the operator saw there. */
  readonly after: GameId;
  readonly commandId: string;
  readonly command: StaffCommand;
}

/** By a user whom the caller has found to be an operator. Resolves with the game. */
export async function actAsOperator(bus: Bus, { showId, userId, first, after, ...act }: OperatorAct): Promise<GameId> {
  // A game that another one has followed is over, and refuses all but this: most rooms need no look at their games.
  const mayAsk = first === after && act.command.type !== 'reopenGame';
  const gameId = mayAsk ? after : await gameSeen(bus, first, after);
  try {
    await callShard(bus, actAsStaff, gameId, { gameId, staff: { showId, userId }, ...act });
  } catch (error) {
    if (mayAsk && error instanceof RefusedError && error.code === 'game-ended') await gameSeen(bus, first, after);
    throw error;
  }
  return gameId;
}

/** The game that is played in the room, if it is the one that the operator saw. */
export async function gameSeen(bus: Bus, first: GameId | null, after: GameId): Promise<GameId> {
  if (first === null) throw new RefusedError('room-not-ready');
  const gameId = await gameNow(bus, first);
  if (gameId !== after) throw new RefusedError('round-moved');
  return gameId;
}

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
