import {
  joinInfo,
  type listOutdatedRooms,
  type ReplyOf,
  type RequestOf,
  type RoomId,
  type TemplateId,
  type updateRooms,
} from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { requireOperator, requireReadingOperator } from '../shows/access.js';
import { nullIfErased } from '../shows/game-now.js';
import { countRooms } from '../shows/read.js';
import { ROOMS_OF_TEMPLATES, UPDATE_QUESTIONS } from '../rooms/rooms.sql.js';
import { versionOf } from './templates.js';

type Page = ReplyOf<typeof listOutdatedRooms>;

interface Listed {
  readonly roomId: RoomId;
  readonly number: number;
  readonly name: string;
  readonly gameId: GameId;
  readonly templateId: TemplateId;
  readonly templateVersion: number | null;
  readonly preparedBy: UserId;
}

const START = '0.00000000-0000-0000-0000-000000000000';
/** Looked at for one page; each asks for a game. */
const ROOMS_PER_PAGE = 100;

/** One game after the other: games are being played meanwhile. */
export async function listOutdated(
  { manager }: DataSource,
  bus: Bus,
  { after = START, ...asked }: RequestOf<typeof listOutdatedRooms>,
): Promise<Page> {
  const show = await requireReadingOperator(manager, asked);
  const [number, afterRoom] = after.split('.');
  const listed = await manager.query<Listed[]>(ROOMS_OF_TEMPLATES, [show.showId, number, afterRoom, ROOMS_PER_PAGE]);
  const versions = new Map<string, Promise<number | null>>();
  const rooms: Page['rooms'] = [];
  for (const { gameId, templateId, templateVersion, preparedBy, ...room } of listed) {
    const key = `${preparedBy} ${templateId}`;
    const version = versions.get(key) ?? versionOf(bus, templateId, preparedBy);
    versions.set(key, version);
    const newest = await version;
    // A template that is gone changes no room.
    if (newest === null || newest === templateVersion) continue;
    const info = await callShard(bus, joinInfo, gameId, { gameId }).catch(nullIfErased);
    if (info !== null) rooms.push({ ...room, hasBegun: info.status !== 'setup' || info.next !== undefined });
  }
  const last = listed.at(-1);
  return { rooms, next: last && listed.length === ROOMS_PER_PAGE ? `${last.number}.${last.roomId}` : null };
}

/** They are prepared once more, which changes the board of a game that has not begun by then. */
export const update = (
  database: DataSource,
  { roomIds, ...asked }: RequestOf<typeof updateRooms>,
): Promise<ReplyOf<typeof updateRooms>> =>
  database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    await manager.query(UPDATE_QUESTIONS, [showId, roomIds, randomUUID()]);
    return { counts: await countRooms(manager, showId) };
  });
