import {
  type freezeStandings,
  keepStandings,
  type listStandings,
  type ReplyOf,
  type RequestOf,
  showStandings,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource, EntityManager } from 'typeorm';
import { requireOperator, requireReader } from '../shows/access.js';
import { RoomRow } from '../shows/room.entity.js';
import { ShowRow } from '../shows/show.entity.js';

/** Groups that a page offers. */
const GROUPS_MOST = 100;
const WITHIN_MS = 5_000;

/** Viewers see them as they were frozen, as all others will to whom they are shown. */
export async function readStandings(
  { manager }: DataSource,
  bus: Bus,
  { actor, group, ...asked }: RequestOf<typeof listStandings>,
): Promise<ReplyOf<typeof listStandings>> {
  const { show, role } = await requireReader(manager, { actor, showId: asked.showId });
  const rooms = await roomsOf(manager, show);
  const roomIds = rooms.filter((room) => group === undefined || room.group === group).map(({ roomId }) => roomId);
  const frozenAt = show.standingsFrozenAt?.getTime() ?? null;
  const shownAt = role === 'viewer' && !actor.isAdmin ? frozenAt : null;
  const found = await bus.call(showStandings, { ...asked, roomIds, frozenAt: shownAt }, { timeoutMs: WITHIN_MS });
  const facts = new Map(rooms.map(({ roomId, number, name }) => [roomId, { roomId, number, name }]));
  return {
    ...found,
    entries: found.entries.flatMap(({ roomId, ...entry }) => {
      const room = facts.get(roomId);
      return room === undefined ? [] : [{ ...entry, room }];
    }),
    groups: [...new Set(rooms.map((room) => room.group))].slice(0, GROUPS_MOST),
    frozenAt,
    isFrozen: shownAt !== null,
  };
}

const roomsOf = (manager: EntityManager, { showId }: ShowRow) =>
  manager.find(RoomRow, {
    select: { roomId: true, number: true, name: true, group: true },
    where: { showId },
    order: { number: 'asc', roomId: 'asc' },
  });

/**
 * The library keeps them before the event says so, and until it no longer does: what is said to be frozen can be read. What
 * it cannot discard now it replaces when they are frozen again.
 */
export async function freeze(
  database: DataSource,
  bus: Bus,
  { frozen, ...asked }: RequestOf<typeof freezeStandings>,
): Promise<ReplyOf<typeof freezeStandings>> {
  const keep = (at: number | null) => bus.call(keepStandings, { showId: asked.showId, at }, { timeoutMs: WITHIN_MS });
  const { frozenAt, isReleased } = await database.transaction(async (manager) => {
    const { showId, standingsFrozenAt: before } = await requireOperator(manager, asked);
    if (frozen === (before !== null)) return { frozenAt: before?.getTime() ?? null, isReleased: false };
    const at = frozen ? Date.now() : null;
    if (at !== null) await keep(at);
    await manager.update(ShowRow, { showId }, { standingsFrozenAt: at === null ? null : new Date(at) });
    return { frozenAt: at, isReleased: !frozen };
  });
  if (isReleased) await keep(null).catch(() => undefined);
  return { frozenAt };
}
