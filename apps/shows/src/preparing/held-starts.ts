import { actAsStaff, type LaterRooms, RefusedError, type RoomId, type ShowId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { HOLD_OF_ROOM } from '../rooms/rooms.sql.js';
import { FORGET_HOLDS, LOCK_SHOW, NOTE_HOLDS, START_DUE_OF_OTHER_ROOMS, START_DUE_OF_ROOM } from './held-starts.sql.js';

/** What operators want of the starts of games that are created in a room. */
export interface StartHold {
  /** Null: no one has ever held or released them. */
  readonly isHeld: boolean | null;
  /** Who did so last. */
  readonly heldBy: UserId | null;
  /** Whether preparing the room tells its game. */
  readonly startDue: boolean;
}

interface Wanted {
  readonly showId: ShowId;
  readonly userId: UserId;
  readonly isHeld: boolean;
  readonly later: LaterRooms;
  /** The act itself reaches their games. */
  readonly rooms: readonly { readonly roomId: RoomId }[];
}

/**
 * In the transaction of an operator, who has locked the event. Rooms with games of which the operator did not know are prepared
 * once more.
 */
export async function noteLaterStarts(manager: EntityManager, wanted: Wanted): Promise<void> {
  const { showId, userId, isHeld, later, rooms } = wanted;
  const isAll = later === 'all';
  if (isAll) await manager.query(FORGET_HOLDS, [showId]);
  const groups = isAll ? [''] : [...new Set(later)];
  await manager.query(NOTE_HOLDS, [showId, groups, isHeld, userId]);
  const reached = rooms.map(({ roomId }) => roomId);
  await manager.query(START_DUE_OF_OTHER_ROOMS, [showId, isAll ? null : groups, reached]);
}

export const holdOfRoom = async (manager: EntityManager, roomId: RoomId): Promise<StartHold | undefined> =>
  (await manager.query<StartHold[]>(HOLD_OF_ROOM, [roomId]))[0];

interface Prepared extends StartHold {
  readonly showId: ShowId;
  readonly roomId: RoomId;
  /** Null: it got its first game just now. */
  readonly gameId: GameId | null;
}

/** Whether the game of a room that is being prepared has to hear of it. */
export const concernsGame = ({ gameId, isHeld, startDue }: Pick<Prepared, 'gameId' | 'isHeld' | 'startDue'>): boolean =>
  startDue || (gameId === null && isHeld === true);

/**
 * Whether operators have changed their minds since the room was claimed. Until the end of the transaction they cannot.
 */
export async function isStartDue(manager: EntityManager, claimed: Prepared): Promise<boolean> {
  await manager.query(LOCK_SHOW, [claimed.showId]);
  const now = await holdOfRoom(manager, claimed.roomId);
  if (now === undefined) return false;
  if (claimed.gameId !== null && !claimed.startDue) return now.startDue;
  return (now.isHeld ?? false) !== (claimed.isHeld ?? false);
}

/**
 * The next game of a room was created when operators wanted `before`, and is played there now. Where they have changed their
 * minds since, the room is prepared once more. Until the end of the transaction they cannot.
 */
export async function noteStartOfNext(
  manager: EntityManager,
  { showId, roomId }: { readonly showId: ShowId; readonly roomId: RoomId },
  before: StartHold | undefined,
): Promise<void> {
  await manager.query(LOCK_SHOW, [showId]);
  const now = await holdOfRoom(manager, roomId);
  if ((now?.isHeld ?? false) !== (before?.isHeld ?? false)) await manager.query(START_DUE_OF_ROOM, [roomId]);
}

/** A game that has begun goes on. */
export async function holdOrRelease(
  bus: Bus,
  { showId, gameId }: { readonly showId: ShowId; readonly gameId: GameId },
  { isHeld, heldBy: userId }: Pick<StartHold, 'isHeld' | 'heldBy'>,
): Promise<void> {
  if (userId === null) return;
  const command = { type: isHeld === true ? ('holdStart' as const) : ('releaseStart' as const) };
  const request = { gameId, commandId: randomUUID(), staff: { showId, userId }, command };
  await callShard(bus, actAsStaff, gameId, request).catch(ignoreBegun);
}

function ignoreBegun(error: unknown): void {
  if (!(error instanceof RefusedError) || (error.code !== 'not-in-setup' && error.code !== 'game-ended')) throw error;
}
