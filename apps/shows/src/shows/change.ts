import { isDeepStrictEqual } from 'node:util';
import {
  type createShow,
  type deleteShow,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type restoreShow,
  type saveShow,
  type setShowQuota,
  type ShowActor,
  SHOW_LIMITS,
  type ShowId,
} from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import { RoomRow } from './room.entity.js';
import { StaffRow } from './staff.entity.js';
import { isOpen, requireOperator, requireOperatorOfAny, requireShow } from './access.js';
import { cleanFacts, columnsOf, factsOf, refusePastStart, refuseTooManyPeople } from './facts.js';
import { ShowRow } from './show.entity.js';
import { COUNT_SHOWS, LOCK_ACCOUNT } from './shows.sql.js';

export function create(
  database: DataSource,
  { actor, showId, facts: typed }: RequestOf<typeof createShow>,
): Promise<ReplyOf<typeof createShow>> {
  if (actor.isGuest) throw new RefusedError('event-account-required');
  const { userId } = actor;
  const facts = cleanFacts(typed);
  return database.transaction(async (manager) => {
    await manager.query(LOCK_ACCOUNT, [userId]);
    const before = await manager.findOneBy(ShowRow, { showId });
    if (before !== null) {
      if (before.ownerId !== userId) throw new RefusedError('id-taken');
      return { showId, version: before.version };
    }
    refusePastStart(facts.startsAt);
    refuseTooManyPeople(0, facts.peoplePerRoom);
    const { today } = await refuseTooManyShows(manager, actor, userId, showId);
    if (today >= SHOW_LIMITS.perDay && !actor.isAdmin) throw new RefusedError('event-limit-today', { n: today });
    const now = new Date();
    const quota = { mostRooms: SHOW_LIMITS.rooms, mostPeople: SHOW_LIMITS.people };
    await manager.insert(ShowRow, { showId, ownerId: userId, ...columnsOf(facts), ...quota, createdAt: now });
    await manager.insert(StaffRow, { showId, userId, name: actor.name, role: 'operator', since: now });
    return { showId, version: 1 };
  });
}

/** Administrators may have any number of open events. */
async function refuseTooManyShows(manager: EntityManager, actor: ShowActor, ownerId: UserId, but: ShowId) {
  const [counted] = await manager.query<{ kept: number; open: number; today: number }[]>(COUNT_SHOWS, [ownerId, but]);
  const { kept = 0, open = 0, today = 0 } = counted ?? {};
  if (open >= SHOW_LIMITS.openPerAccount && !actor.isAdmin) throw new RefusedError('event-limit', { n: open });
  if (kept >= SHOW_LIMITS.keptPerAccount) throw new RefusedError('event-limit', { n: kept });
  return { today };
}

/** The same facts again change nothing, whatever version they are based on. */
export function save(
  database: DataSource,
  { basedOn, facts: typed, ...asked }: RequestOf<typeof saveShow>,
): Promise<ReplyOf<typeof saveShow>> {
  const facts = cleanFacts(typed);
  return database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    const { showId, version } = show;
    if (isDeepStrictEqual(facts, factsOf(show))) return { version };
    if (basedOn !== version) throw new RefusedError('event-changed');
    if (facts.startsAt !== show.startsAt.getTime()) refusePastStart(facts.startsAt);
    if (facts.peoplePerRoom > show.peoplePerRoom)
      refuseTooManyPeople(await manager.countBy(RoomRow, { showId }), facts.peoplePerRoom, show.mostPeople);
    await manager.update(ShowRow, { showId }, { ...columnsOf(facts), version: version + 1 });
    return { version: version + 1 };
  });
}

export async function remove(database: DataSource, asked: RequestOf<typeof deleteShow>): Promise<void> {
  await database.transaction(async (manager) => {
    const { showId, deletedAt } = await requireOperatorOfAny(manager, asked);
    if (deletedAt === null) await manager.update(ShowRow, { showId }, { deletedAt: new Date() });
  });
}

export async function restore(database: DataSource, asked: RequestOf<typeof restoreShow>): Promise<void> {
  const { showId, ownerId } = await database.transaction((manager) => requireOperatorOfAny(manager, asked));
  await database.transaction(async (manager) => {
    // Before the event, in the order of `create`.
    await manager.query(LOCK_ACCOUNT, [ownerId]);
    const show = await requireOperatorOfAny(manager, asked);
    if (show.deletedAt === null) return;
    if (isOpen(show)) await refuseTooManyShows(manager, asked.actor, ownerId, showId);
    await manager.update(ShowRow, { showId }, { deletedAt: null });
  });
}

export async function setQuota(
  database: DataSource,
  { showId, quota: { rooms, people } }: RequestOf<typeof setShowQuota>,
): Promise<void> {
  await database.transaction(async (manager) => {
    await requireShow(manager, showId, 'write');
    await manager.update(ShowRow, { showId }, { mostRooms: rooms, mostPeople: people });
  });
}
