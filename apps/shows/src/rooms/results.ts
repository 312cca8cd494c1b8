import { gameResult, type listResults, RefusedError, type ReplyOf, type RequestOf } from '@earworm/contracts';
import { type GameId, roomActor } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireReader } from '../shows/access.js';
import { gamesFrom, nullIfErased } from '../shows/game-now.js';
import { ROOMS_WITH_GAMES } from './rooms.sql.js';

type Page = ReplyOf<typeof listResults>;
type Entry = Page['games'][number];
type Played = Omit<Entry, 'result'>;

type Listed = Omit<Entry['room'], 'startsAt'> & { readonly startsAt: Date | null; readonly gameId: GameId | null };

const START = '0.00000000-0000-0000-0000-000000000000.0';
const GAMES_PER_PAGE = 20;
const PAGE_BYTES = 128 * 1024;
const RESULT_WITHIN_MS = 4_000;

/** One game after the other: games are being played meanwhile. */
export async function listRoomResults(
  { manager }: DataSource,
  bus: Bus,
  { after = START, ...asked }: RequestOf<typeof listResults>,
): Promise<Page> {
  const { show, role } = await requireReader(manager, asked);
  // From the results of all rooms the standings follow.
  if (role === 'viewer' && !asked.actor.isAdmin && show.standingsFrozenAt !== null)
    throw new RefusedError('event-not-operator');
  const [number, afterRoom, afterRound] = after.split('.');
  // The room before this page may have no further game, and one room more tells that there is a next page.
  const most = GAMES_PER_PAGE + 2;
  const rooms = await manager.query<Listed[]>(ROOMS_WITH_GAMES, [show.showId, number, afterRoom, most]);
  const games: Entry[] = [];
  let bytes = 0;
  let next = after;
  for (const room of rooms) {
    for (const played of await playedIn(bus, room)) {
      if (room.roomId === afterRoom && played.round <= Number(afterRound)) continue;
      if (games.length === GAMES_PER_PAGE || bytes > PAGE_BYTES) return { games, next };
      const entry = { ...played, result: await resultOf(bus, played) };
      games.push(entry);
      bytes += JSON.stringify(entry).length;
      next = `${room.number}.${room.roomId}.${played.round}`;
    }
  }
  return { games, next: null };
}

/** Without their results yet. */
async function playedIn(bus: Bus, { gameId: first, startsAt, ...facts }: Listed): Promise<Played[]> {
  const room = { ...facts, startsAt: startsAt?.getTime() ?? null };
  const games = first === null ? null : await gamesFrom(bus, first).catch(nullIfErased);
  if (games === null) return [{ room, round: 0, gameId: null }];
  return games.map((gameId, at) => ({ room, round: at + 1, gameId }));
}

/** As the room reads it, which owns its games. Null where the history has not come so far. */
async function resultOf(bus: Bus, { room: { roomId }, gameId }: Played): Promise<Entry['result']> {
  if (gameId === null) return null;
  try {
    return await bus.call(gameResult, { userId: roomActor(roomId), gameId }, { timeoutMs: RESULT_WITHIN_MS });
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'not-found') return null;
    throw error;
  }
}
