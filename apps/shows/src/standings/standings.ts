import {
  type freezeStandings,
  type listStandings,
  type ReplyOf,
  type RequestOf,
  showStandings,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireOperator, requireReader } from '../shows/access.js';
import { ShowRow, type StoredReveal } from '../shows/show.entity.js';
import { keepFrozen, roomsOf, WITHIN_MS } from './ranking.js';
import { withoutHidden } from './reveal.js';

/** Groups that a page offers. */
const GROUPS_MOST = 100;

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
  const reveal = shownAt === null ? null : show.reveal;
  const isTraced = reveal === null ? {} : { isTraced: true };
  const all = await bus.call(
    showStandings,
    { ...asked, roomIds, frozenAt: shownAt, ...isTraced },
    { timeoutMs: WITHIN_MS },
  );
  const found = reveal === null ? all : revealed(all, reveal, { ...asked, group });
  const facts = new Map(rooms.map(({ roomId, number, name }) => [roomId, { roomId, number, name }]));
  return {
    ...found,
    entries: found.entries.flatMap(({ roomId, id: _id, key: _key, before: _before, ...entry }) => {
      const room = facts.get(roomId);
      return room === undefined ? [] : [{ ...entry, room }];
    }),
    groups: [...new Set(rooms.map((room) => room.group))].slice(0, GROUPS_MOST),
    frozenAt,
    isFrozen: shownAt !== null,
    isRevealing: reveal !== null,
  };
}

/** Other rankings are empty meanwhile: the hidden places follow from them. */
function revealed(
  all: ReplyOf<typeof showStandings>,
  reveal: StoredReveal,
  { kind, counting, group, round }: Pick<RequestOf<typeof listStandings>, 'kind' | 'counting' | 'group' | 'round'>,
): ReplyOf<typeof showStandings> {
  const isSame = kind === reveal.kind && counting === reveal.counting && group === undefined && round === undefined;
  return isSame ? { ...all, entries: withoutHidden(reveal, all.entries) } : { ...all, total: 0, entries: [] };
}

/**
 * The library keeps them before the event says so, and until it no longer does: what is said to be frozen can be read. What
 * it cannot discard now it replaces when they are frozen again. Without frozen standings a reveal ends.
 */
export async function freeze(
  database: DataSource,
  bus: Bus,
  { frozen, ...asked }: RequestOf<typeof freezeStandings>,
): Promise<ReplyOf<typeof freezeStandings>> {
  const keep = (at: number | null) => keepFrozen(bus, asked.showId, at);
  const { frozenAt, isReleased } = await database.transaction(async (manager) => {
    const { showId, standingsFrozenAt: before } = await requireOperator(manager, asked);
    if (frozen === (before !== null)) return { frozenAt: before?.getTime() ?? null, isReleased: false };
    const at = frozen ? Date.now() : null;
    if (at !== null) await keep(at);
    await manager.update(ShowRow, { showId }, { standingsFrozenAt: at === null ? null : new Date(at), reveal: null });
    return { frozenAt: at, isReleased: !frozen };
  });
  if (isReleased) await keep(null).catch(() => undefined);
  return { frozenAt };
}
