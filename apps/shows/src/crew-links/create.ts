import { randomUUID } from 'node:crypto';
import {
  type createCrewLink,
  type CrewLinkPurpose,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  Right,
  type RoomId,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource, EntityManager } from 'typeorm';
import { ANSWER_ASKED, DELETE_OLDEST, INSERT_LINK, LOCK_GAME } from './crew-links.sql.js';
import { requireLead } from './leads.js';
import { hashOf, newSecret } from '../secrets.js';

const HOURS: Readonly<Record<CrewLinkPurpose, number>> = { 'co-host': 24, 'way-back': 30 * 24 };

export async function createLink(
  database: DataSource,
  bus: Bus,
  { gameId, by, rights, purpose, insteadOf }: RequestOf<typeof createCrewLink>,
): Promise<ReplyOf<typeof createCrewLink>> {
  await requireLead(bus, gameId, by);
  const link = { gameId, by, rights, purpose, insteadOf, hours: HOURS[purpose], roomId: null };
  return database.transaction((manager) => insertLink(manager, link));
}

interface NewLink extends RequestOf<typeof createCrewLink> {
  /** Until it expires. */
  readonly hours: number;
  readonly roomId: RoomId | null;
}

/** In a transaction. The caller has checked that `by` may. */
export async function insertLink(
  manager: EntityManager,
  { gameId, by, rights, purpose, insteadOf, hours, roomId }: NewLink,
): Promise<ReplyOf<typeof createCrewLink>> {
  const [linkId, secret] = [randomUUID(), newSecret()];
  const given = Right.options.filter((right) => rights.includes(right));
  const row = [linkId, gameId, hashOf(secret), given, purpose, by, hours, roomId];
  await manager.query(LOCK_GAME, [gameId]);
  const [inserted] = await manager.query<{ expiresAt: Date }[]>(INSERT_LINK, row);
  if (inserted === undefined) throw new RefusedError('too-many-links');
  if (insteadOf !== undefined) await manager.query(ANSWER_ASKED, [insteadOf, gameId]);
  await manager.query(DELETE_OLDEST, [gameId]);
  return { linkId, secret, expiresAt: inserted.expiresAt.getTime() };
}
