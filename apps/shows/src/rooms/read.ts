import { type listRooms, type ReplyOf, type RequestOf, type Room, SHOW_LIMITS } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { requireReader } from '../shows/access.js';
import { LIST_ROOMS } from './rooms.sql.js';

type Listed = Omit<Room, 'startsAt' | 'mailedAt'> & Readonly<Record<'startsAt' | 'mailedAt', Date | null>>;

/** Before every room: numbers begin with 1. */
const START = '0.00000000-0000-0000-0000-000000000000';

/** Of the teams of one page: a message of the bus has at most a megabyte. */
const TEAM_BYTES = 500_000;

/** At least one. */
function withinBytes(rooms: readonly Listed[]): readonly Listed[] {
  let bytes = 0;
  const end = rooms.findIndex(({ teams }, at) => {
    bytes += Buffer.byteLength(JSON.stringify(teams));
    return at > 0 && bytes > TEAM_BYTES;
  });
  return end < 0 ? rooms : rooms.slice(0, end);
}

/** Viewers do not need the addresses of the crew. */
export async function list(
  { manager }: DataSource,
  { after = START, ...asked }: RequestOf<typeof listRooms>,
): Promise<ReplyOf<typeof listRooms>> {
  const { show, role } = await requireReader(manager, asked);
  const [number, roomId] = after.split('.');
  const { roomsPerPage } = SHOW_LIMITS;
  const found = await manager.query<Listed[]>(LIST_ROOMS, [show.showId, number, roomId, roomsPerPage + 1]);
  const rooms = withinBytes(found.slice(0, roomsPerPage)).map((room): Room => ({
    ...room,
    startsAt: room.startsAt?.getTime() ?? null,
    mailedAt: room.mailedAt?.getTime() ?? null,
    crewEmails: role === 'viewer' ? [] : room.crewEmails,
  }));
  const last = rooms.at(-1);
  return { rooms, next: found.length > rooms.length && last ? `${last.number}.${last.roomId}` : null };
}
