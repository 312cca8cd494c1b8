import { createHash } from 'node:crypto';
import {
  type beginRound,
  crewRights,
  followInRoom,
  joinInfo,
  placeInRoom,
  type readRounds,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type ShowActor,
  type TemplateId,
} from '@earworm/contracts';
import { type GameId, needsDesk, type Right, type UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { END_ROUND, NOTE_NEXT } from '../rooms/rooms.sql.js';
import { findShow, isOpen } from '../shows/access.js';
import { gamesFrom } from '../shows/game-now.js';
import { RoomRow } from '../shows/room.entity.js';
import type { ShowRow } from '../shows/show.entity.js';
import { StaffRow } from '../shows/staff.entity.js';
import { holdOfRoom, holdOrRelease, noteStartOfNext } from './held-starts.js';
import { createRoomGame } from './prepare-room.js';
import { takeQuestions, titleOf } from './templates.js';

interface Asked extends Pick<RoomRow, 'showId' | 'roomId'> {
  readonly actor: Pick<ShowActor, 'userId' | 'isAdmin'>;
}
type Begun = Asked & Pick<RequestOf<typeof beginRound>, 'round' | 'after'>;

interface Found {
  readonly room: RoomRow;
  readonly show: ShowRow;
  /** That followed one another in the room. */
  readonly games: readonly GameId[];
  /** The last of them. */
  readonly now: GameId;
  readonly isOperator: boolean;
  /** Of the crew of that game. */
  readonly rights: readonly Right[];
}

/** For staff and the crew of the game that is played in the room; to all others there is no such event. */
async function find({ manager }: DataSource, bus: Bus, { actor, showId, roomId }: Asked): Promise<Found> {
  const show = await findShow(manager, showId);
  const room = await manager.findOneBy(RoomRow, { showId, roomId });
  if (show === null || show.deletedAt !== null || room === null) throw new RefusedError('event-not-found');
  const staff = await manager.findOneBy(StaffRow, { showId, userId: actor.userId });
  const mayRead = staff !== null || actor.isAdmin;
  if (room.gameId === null) throw new RefusedError(mayRead ? 'room-not-ready' : 'event-not-found');
  const games = await gamesFrom(bus, room.gameId);
  const now = games.at(-1) ?? room.gameId;
  const crew = await callShard(bus, crewRights, now, { gameId: now, userId: actor.userId });
  if (!mayRead && !needsDesk(crew.rights)) throw new RefusedError('event-not-found');
  const rights = crew.isSuspended ? [] : crew.rights;
  return { room, show, games, now, isOperator: staff?.role === 'operator', rights };
}

const statusOf = async (bus: Bus, gameId: GameId) => (await callShard(bus, joinInfo, gameId, { gameId })).status;

export async function readAll(
  database: DataSource,
  bus: Bus,
  asked: RequestOf<typeof readRounds>,
): Promise<ReplyOf<typeof readRounds>> {
  const { room, now } = await find(database, bus, asked);
  const titles = [room.templateId, ...room.laterTemplateIds].map((templateId, at) => {
    const reader = at === 0 ? room.preparedBy : room.roundsPlannedBy;
    return templateId === null || reader === null ? null : titleOf(bus, templateId, reader);
  });
  const planned = (await Promise.all(titles)).map((title) => ({ title }));
  return { round: room.round, planned, gameId: now, status: await statusOf(bus, now) };
}

/**
 * The game of a round is created by a request that follows from room, round and template, and noted before anyone is led
 * there. So a repeat, also of another operator and after a crash, finds out how far it is and does the rest.
 */
export async function begin(
  database: DataSource,
  bus: Bus,
  { round, after, actor, ...asked }: Begun,
): Promise<ReplyOf<typeof beginRound>> {
  // Being an administrator gives no right to it.
  const found = await find(database, bus, { ...asked, actor: { ...actor, isAdmin: false } });
  const { show, games, now } = found;
  // Another one may have begun the round after the room was read, and before its games were.
  const newer = now === after ? null : await database.manager.findOneBy(RoomRow, { roomId: found.room.roomId });
  const room = newer ?? found.room;
  const there = { gameId: now, gameCode: room.gameCode ?? '' };
  if (round <= room.round) return there;
  if (room.nextGameId !== null && games.includes(room.nextGameId)) {
    await database.query(END_ROUND, [room.roomId, room.round, null]);
    return there;
  }
  await requireRights(bus, found);
  if (round > room.round + 1 || now !== after) throw new RefusedError('round-moved');
  const templateId = room.laterTemplateIds[round - 2];
  if (templateId === undefined) throw new RefusedError('round-missing');
  if (!isOpen(show)) throw new RefusedError('event-over');

  const { roomId, name } = room;
  const requestId = requestOf(round, templateId);
  const wanted = { roomId, name, settings: show.settings, timeTrialMode: show.timeTrialMode, teams: [] };
  const reader = room.roundsPlannedBy ?? show.ownerId;
  const take = () => takeQuestions(bus, templateId, reader).catch((error: unknown) => refuseGone(error, round));
  const { gameId } = await createRoomGame(bus, wanted, requestId, take);
  const placed = await callShard(bus, placeInRoom, gameId, { gameId, showId: show.showId, roomId, name });
  await database.query(NOTE_NEXT, [roomId, room.round, gameId]);
  const hold = await holdOfRoom(database.manager, roomId);
  if (hold?.isHeld) await holdOrRelease(bus, { showId: show.showId, gameId }, hold);
  const { next } = await callShard(bus, followInRoom, now, { gameId: now, roomId, requestId });
  // A member of the crew plays again at the same time, and was first.
  if (next !== gameId) throw new RefusedError('round-moved');
  await database.transaction(async (manager) => {
    await noteStartOfNext(manager, room, hold);
    await manager.query(END_ROUND, [roomId, room.round, placed.gameCode]);
  });
  return { gameId, gameCode: placed.gameCode };
}

/** The round after the game `after`, for an operator. Done already where another game follows that one. */
export async function beginNext(
  database: DataSource,
  bus: Bus,
  { showId, roomId, userId, after }: Pick<RoomRow, 'showId' | 'roomId'> & { userId: UserId; after: GameId },
): Promise<void> {
  const room = await database.manager.findOneBy(RoomRow, { showId, roomId });
  if (room === null || room.gameId === null) throw new RefusedError('room-not-ready');
  const games = await gamesFrom(bus, room.gameId);
  // Its players were led there, and that was not written.
  const isUnfinished = room.nextGameId !== null && games.includes(room.nextGameId);
  if (!isUnfinished && games.includes(after) && games.at(-1) !== after) return;
  await begin(database, bus, { actor: { userId, isAdmin: false }, showId, roomId, round: room.round + 1, after });
}

/** Members of the crew play again, and end the game if it is not over. */
async function requireRights(bus: Bus, { isOperator, rights, now }: Found): Promise<void> {
  if (isOperator) return;
  const isOver = (await statusOf(bus, now)) === 'completed';
  if (!rights.includes('settings') || !(isOver || rights.includes('judge'))) throw new RefusedError('right-missing');
}

/** With another template it is another game. */
const requestOf = (round: number, templateId: TemplateId): string =>
  createHash('sha256').update(`${round}:${templateId}`).digest('hex').slice(0, 32);

function refuseGone(error: unknown, n: number): never {
  const isGone =
    error instanceof RefusedError && (error.code === 'template-not-found' || error.code === 'template-empty');
  throw isGone ? new RefusedError('round-template-gone', { n }) : error;
}
