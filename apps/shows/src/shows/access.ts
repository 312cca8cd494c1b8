import { RefusedError, type ShowActor, SHOW_LIMITS, type ShowId, type StaffRole } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { StaffRow } from './staff.entity.js';
import { ShowRow } from './show.entity.js';

interface Asked {
  readonly actor: ShowActor;
  readonly showId: ShowId;
}

/** `write`: until the end of the transaction no other one changes the event or its rooms. */
export async function findShow(manager: EntityManager, showId: ShowId, lock?: 'write'): Promise<ShowRow | null> {
  const locked = lock === undefined ? {} : { lock: { mode: 'pessimistic_write' as const } };
  const show = await manager.findOne(ShowRow, { where: { showId }, ...locked });
  return show !== null && isKept(show) ? show : null;
}

export async function requireShow(manager: EntityManager, showId: ShowId, lock?: 'write'): Promise<ShowRow> {
  const show = await findShow(manager, showId, lock);
  if (show === null) throw new RefusedError('event-not-found');
  return show;
}

/** A deleted event can be restored for a day; then it is as if it were gone. */
const isKept = ({ deletedAt }: ShowRow): boolean =>
  deletedAt === null || deletedAt.getTime() > Date.now() - SHOW_LIMITS.restoreMs;

export const isOpen = ({ startsAt }: Pick<ShowRow, 'startsAt'>): boolean =>
  startsAt.getTime() > Date.now() - SHOW_LIMITS.openAfterStartMs;

const roleOf = async (manager: EntityManager, { actor: { userId }, showId }: Asked): Promise<StaffRole | null> =>
  (await manager.findOneBy(StaffRow, { showId, userId }))?.role ?? null;

/** For staff and administrators; to all others there is no such event. */
export async function requireReader(
  manager: EntityManager,
  asked: Asked,
): Promise<{ readonly show: ShowRow; readonly role: StaffRole | null }> {
  const role = await roleOf(manager, asked);
  if (role === null && !asked.actor.isAdmin) throw new RefusedError('event-not-found');
  return { show: await requireShow(manager, asked.showId), role };
}

/** For operators. Locks nothing. */
export async function requireReadingOperator(manager: EntityManager, asked: Asked): Promise<ShowRow> {
  const { show, role } = await requireReader(manager, asked);
  if (role !== 'operator') throw new RefusedError('event-not-operator');
  return show;
}

/** Locks the event. Being an administrator gives no right to change it. */
export async function requireStaff(
  manager: EntityManager,
  asked: Asked,
): Promise<{ readonly show: ShowRow; readonly role: StaffRole }> {
  const show = await requireShow(manager, asked.showId, 'write');
  const role = await roleOf(manager, asked);
  if (role === null) throw new RefusedError('event-not-found');
  return { show, role };
}

/** Of an event that may have been deleted. Locks it. */
export async function requireOperatorOfAny(manager: EntityManager, asked: Asked): Promise<ShowRow> {
  const { show, role } = await requireStaff(manager, asked);
  if (role !== 'operator') throw new RefusedError('event-not-operator');
  return show;
}

export async function requireOperator(manager: EntityManager, asked: Asked): Promise<ShowRow> {
  const show = await requireOperatorOfAny(manager, asked);
  if (show.deletedAt !== null) throw new RefusedError('event-deleted');
  return show;
}
