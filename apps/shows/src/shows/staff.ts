import { randomUUID } from 'node:crypto';
import {
  type inviteStaff,
  type joinStaff,
  RefusedError,
  type removeStaff,
  type ReplyOf,
  type RequestOf,
  SHOW_LIMITS,
} from '@earworm/contracts';
import { type DataSource, IsNull, MoreThan } from 'typeorm';
import { fits, hashOf, newSecret } from '../secrets.js';
import { requireOperator, requireShow, requireStaff } from './access.js';
import { StaffInviteRow, StaffRow } from './staff.entity.js';

const DAY_MS = 86_400_000;

export function invite(
  database: DataSource,
  { role, ...asked }: RequestOf<typeof inviteStaff>,
): Promise<ReplyOf<typeof inviteStaff>> {
  const [inviteId, secret] = [randomUUID(), newSecret()];
  const expiresAt = Date.now() + SHOW_LIMITS.inviteDays * DAY_MS;
  return database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    const isUsable = { showId, usedBy: IsNull(), expiresAt: MoreThan(new Date()) };
    const open = await manager.countBy(StaffInviteRow, isUsable);
    const members = await manager.countBy(StaffRow, { showId });
    if (open >= SHOW_LIMITS.openInvites || members >= SHOW_LIMITS.staff) throw new RefusedError('event-staff-full');
    const { userId: createdBy } = asked.actor;
    const secretHash = hashOf(secret);
    await manager.insert(StaffInviteRow, {
      ...{ inviteId, showId, secretHash, role, createdBy },
      expiresAt: new Date(expiresAt),
    });
    return { inviteId, secret, expiresAt };
  });
}

/** A repeated use answers the same, and does not bring back a member who was removed since. */
export function join(
  database: DataSource,
  { actor, inviteId, secret }: RequestOf<typeof joinStaff>,
): Promise<ReplyOf<typeof joinStaff>> {
  if (actor.isGuest) throw new RefusedError('event-account-required');
  const { userId, name } = actor;
  return database.transaction(async (manager) => {
    const shown = await manager.findOneBy(StaffInviteRow, { inviteId });
    if (!fits(secret, shown?.secretHash) || shown === null) throw new RefusedError('event-invite-unknown');
    const { showId } = await requireShow(manager, shown.showId, 'write');
    // Again, now that no other use can come between.
    const invitation = await manager.findOneBy(StaffInviteRow, { inviteId });
    if (invitation === null) throw new RefusedError('event-invite-unknown');
    const { usedBy, expiresAt, role: offered } = invitation;
    const member = await manager.findOneBy(StaffRow, { showId, userId });
    if (usedBy === userId && member !== null) return { showId, role: member.role };
    if (usedBy !== null || expiresAt.getTime() <= Date.now()) throw new RefusedError('event-invite-unknown');
    if (member === null && (await manager.countBy(StaffRow, { showId })) >= SHOW_LIMITS.staff)
      throw new RefusedError('event-staff-full');
    const role = member?.role === 'operator' ? 'operator' : offered;
    await manager.save(StaffRow, { showId, userId, name, role, since: member?.since ?? new Date() });
    await manager.update(StaffInviteRow, { inviteId }, { usedBy: userId });
    return { showId, role };
  });
}

/** The invitations that the member made are not valid any more. */
export async function remove(
  database: DataSource,
  { memberId, ...asked }: RequestOf<typeof removeStaff>,
): Promise<void> {
  await database.transaction(async (manager) => {
    const { show, role } = await requireStaff(manager, asked);
    const { showId, ownerId, deletedAt } = show;
    if (role !== 'operator' && memberId !== asked.actor.userId) throw new RefusedError('event-not-operator');
    if (deletedAt !== null) throw new RefusedError('event-deleted');
    if (memberId === ownerId) throw new RefusedError('not-allowed');
    await manager.delete(StaffRow, { showId, userId: memberId });
    await manager.delete(StaffInviteRow, { showId, createdBy: memberId, usedBy: IsNull() });
  });
}
