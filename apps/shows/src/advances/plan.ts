import { createHash } from 'node:crypto';
import {
  type AdvanceWish,
  joinInfo,
  playersOfGame,
  RefusedError,
  type ReplyOf,
  type RoomId,
  SHOW_LIMITS,
  type ShowId,
  showStandings,
} from '@earworm/contracts';
import { cutName, type GameId, snakeRoom, type UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import type { EntityManager } from 'typeorm';
import { gameNow, gamesFrom, nullIfErased } from '../shows/game-now.js';
import { RoomRow } from '../shows/room.entity.js';
import type { AdvancedRow } from './advance.entity.js';

type Entry = ReplyOf<typeof showStandings>['entries'][number];
type Seated = ReplyOf<typeof playersOfGame>['players'][number];
type Planned = Pick<
  AdvancedRow,
  'playerId' | 'rank' | 'name' | 'team' | 'teamKey' | 'fromRoom' | 'fromGame' | 'fromSeat'
> &
  Pick<AdvancedRow, 'toRoom' | 'toGame' | 'toCode' | 'code'> & { readonly state: 'waiting' | 'arrived' | 'failed' };
export type { Planned };

/** A room that players go to, and its game, which has not begun. */
export type Target = Pick<AdvancedRow, 'toRoom' | 'toGame' | 'toCode'>;

const WITHIN_MS = 5_000;
const AT_ONCE = 16;

export const roomsOf = (manager: EntityManager, showId: ShowId): Promise<RoomRow[]> =>
  manager.find(RoomRow, { where: { showId }, order: { number: 'asc', roomId: 'asc' } });

/** Throws the refusal of the first room whose game is not in its lobby. */
async function targetsOf(bus: Bus, rooms: readonly RoomRow[], wanted: readonly RoomId[]): Promise<Target[]> {
  const byId = new Map(rooms.map((room) => [room.roomId, room]));
  return mapConcurrently(AT_ONCE, [...new Set(wanted)], async (roomId) => {
    const room = byId.get(roomId);
    if (room === undefined) throw new RefusedError('room-not-found');
    if (room.gameId === null) throw new RefusedError('room-not-ready');
    const gameId = await gameNow(bus, room.gameId);
    const { status, gameCode } = await callShard(bus, joinInfo, gameId, { gameId });
    if (status !== 'setup') {
      // Beginning it would take along who was in the game before.
      if (room.round <= room.laterTemplateIds.length) throw new RefusedError('round-not-begun', { n: room.number });
      throw new RefusedError(status === 'playing' ? 'not-in-setup' : 'game-ended');
    }
    return { toRoom: roomId, toGame: gameId, toCode: gameCode };
  });
}

interface Asked {
  readonly showId: ShowId;
  readonly rooms: readonly RoomRow[];
  readonly wish: AdvanceWish;
}

/** Of the standings as they are now, the first one first. */
async function* ranked(bus: Bus, { showId, rooms, wish }: Asked): AsyncGenerator<Entry> {
  const { kind, counting, group, round } = wish;
  const roomIds = rooms.filter((room) => group === undefined || room.group === group).map(({ roomId }) => roomId);
  const asked = { showId, roomIds, kind, counting, frozenAt: null, ...(round !== undefined && { round }) };
  for (let page = 1, read = 0; ; page++) {
    const { entries, total } = await bus.call(showStandings, { ...asked, page }, { timeoutMs: WITHIN_MS });
    yield* entries;
    read += entries.length;
    if (entries.length === 0 || read >= total) return;
  }
}

interface Found extends Seated {
  readonly gameId: GameId;
}
/** Who of an entry sits where; by its id and room. */
type Places = ReadonlyMap<string, readonly Found[]>;
const keyOf = ({ roomId, id = '' }: Pick<Entry, 'roomId' | 'id'>): string => `${roomId} ${id}`;

/** In the last game of the entry's room in which they have seats. */
async function placesOf(
  bus: Bus,
  { showId, rooms, wish: { kind } }: Asked,
  entries: readonly Entry[],
): Promise<Places> {
  const first = new Map(rooms.map(({ roomId, gameId }) => [roomId, gameId]));
  const places = new Map<string, readonly Found[]>();
  await mapConcurrently(
    AT_ONCE,
    Map.groupBy(entries, ({ roomId }) => roomId),
    async ([roomId, ofRoom]) => {
      const gameId = first.get(roomId) ?? null;
      const games = gameId === null ? null : await gamesFrom(bus, gameId).catch(nullIfErased);
      let missing: readonly Entry[] = ofRoom;
      for (const game of (games ?? []).toReversed()) {
        if (missing.length === 0) return;
        const ids = missing.flatMap(({ id }) => id ?? []);
        const wanted = kind === 'teams' ? { teams: ids.map(Number) } : { playerIds: ids as UserId[] };
        const asked = { gameId: game, showId, playerIds: [], teams: [], seats: [], ...wanted };
        const reply = await callShard(bus, playersOfGame, game, asked).catch(nullIfErased);
        const players = reply?.players.map((player) => ({ ...player, gameId: game })) ?? [];
        for (const entry of missing) {
          const isOf = ({ playerId, team }: Found) => (kind === 'teams' ? String(team) : playerId) === entry.id;
          const active = players.filter((player) => player.isActive && isOf(player));
          if (active.length > 0) places.set(keyOf(entry), active);
        }
        missing = ofRoom.filter((entry) => !places.has(keyOf(entry)));
      }
    },
  );
  return places;
}

/** Who of the entry goes to this room. A player who has left is named, too. */
function planned(entry: Entry, places: Places, target: Target, team: string | null): Planned[] {
  const { rank, roomId: fromRoom } = entry;
  const found = places.get(keyOf(entry)) ?? [];
  if (found.length === 0) {
    if (team !== null || entry.id === undefined) return [];
    const gone = {
      playerId: entry.id as UserId,
      rank,
      name: entry.name,
      team,
      teamKey: null,
      fromRoom,
      fromGame: target.toGame,
      fromSeat: null,
    };
    return [{ ...gone, ...target, code: 'player-not-found', state: 'failed' }];
  }
  return found.map(({ playerId, seat, name, gameId, teamKey = null }) => ({
    ...{ playerId, rank, name, team, teamKey: team === null ? null : teamKey },
    ...{ fromRoom, fromGame: gameId, fromSeat: seat, ...target, code: null },
    state: gameId === target.toGame ? 'arrived' : 'waiting',
  }));
}

/** Equal names never join two teams: the second team of a room that is called so gets a number. */
function teamNamer(): (room: RoomId, name: string) => string {
  const taken = new Set<string>();
  return (room, name) => {
    let free = name;
    for (let n = 2; taken.has(`${room} ${free.toLowerCase()}`); n++) {
      const end = ` ${n}`;
      free = cutName(name, end).trimEnd() + end;
    }
    taken.add(`${room} ${free.toLowerCase()}`);
    return free;
  };
}

/** The best of the standings, dealt over the rooms. */
export async function planOf(bus: Bus, asked: Asked): Promise<Planned[]> {
  const { kind, count, roomIds } = asked.wish;
  const targets = await targetsOf(bus, asked.rooms, roomIds);
  const entries: Entry[] = [];
  for await (const entry of ranked(bus, asked)) if (entries.push(entry) === count) break;
  const places = await placesOf(bus, asked, entries);
  const nameFor = teamNamer();
  const people = entries.flatMap((entry, at) => {
    const target = targets[snakeRoom(at, targets.length)]!;
    const team = kind === 'teams' ? nameFor(target.toRoom, entry.name) : null;
    return planned(entry, places, target, team);
  });
  // One account in two rooms is ranked once, but a member of two teams goes with the better one.
  const each = [...new Map(people.toReversed().map((person) => [person.playerId, person])).values()].reverse();
  // A team has many members.
  if (each.length > SHOW_LIMITS.advancedMost) throw new RefusedError('too-large');
  return each;
}

/** The best player who is not among these; null: there is none left. */
export async function nextOf(
  bus: Bus,
  asked: Asked,
  target: Target,
  known: ReadonlySet<string>,
): Promise<Planned | null> {
  if (asked.wish.kind === 'teams') return null;
  for await (const entry of ranked(bus, asked)) {
    if (entry.id === undefined || known.has(entry.id)) continue;
    const places = await placesOf(bus, asked, [entry]);
    const { toRoom, toGame, toCode } = target;
    return planned(entry, places, { toRoom, toGame, toCode }, null)[0] ?? null;
  }
  return null;
}

/** Of who goes where: what an operator confirms is what they saw. */
export const digestOf = (people: readonly Planned[]): string =>
  createHash('sha256')
    .update(JSON.stringify(people.map(({ playerId, toGame, team, code }) => [playerId, toGame, team, code])))
    .digest('hex');
