import {
  changeCrew,
  type ErrorCode,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type useCrewLink,
} from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { CrewLinkRow } from './crew-link.entity.js';
import { BEGIN_USE, GIVE_BACK } from './crew-links.sql.js';
import { requireTarget, targetOf } from './target.js';
import { linkShown } from './read.js';

/** After these the game may have added the user, or may still do so. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['retry', 'busy', 'unavailable', 'internal']);

/**
 * The user is written into the link before the game is called, so that one of several users gets it. A crash between
 * the two leaves a link that the same user can use again: the command's id is that of the link.
 */
export async function useLink(
  database: DataSource,
  bus: Bus,
  { userId, name, ...shown }: RequestOf<typeof useCrewLink>,
): Promise<ReplyOf<typeof useCrewLink>> {
  const link = await linkShown(database, shown);
  const { linkId, rights, createdBy: by } = link;
  if (hasJoined(link, userId)) return { gameId: (await targetOf(database, bus, link)).gameId, rights };
  const gameId = await requireTarget(database, bus, link);

  const attempt = await beginUse(database, linkId, userId);
  if (attempt === null) {
    if (hasJoined(await linkShown(database, shown), userId)) return { gameId, rights };
    throw new RefusedError('retry');
  }
  try {
    const change = { type: 'addCrew' as const, userId, name, rights, by };
    await callShard(bus, changeCrew, gameId, { gameId, commandId: `crew-link-${linkId}`, change });
  } catch (error) {
    if (error instanceof RefusedError && !UNDECIDED.has(error.code))
      await database.query(GIVE_BACK, [linkId, userId, attempt]);
    throw error;
  }
  await database.manager.update(CrewLinkRow, { linkId, usedBy: userId }, { joinedAt: () => 'clock_timestamp()' });
  return { gameId, rights };
}

/** False where the user may still use the link. Throws why they may not. */
function hasJoined({ usedBy, joinedAt, revokedAt, expiresAt }: CrewLinkRow, userId: UserId): boolean {
  if (usedBy !== null && usedBy !== userId) throw new RefusedError('crew-link-used');
  if (joinedAt !== null) return true;
  if (revokedAt !== null) throw new RefusedError('crew-link-revoked');
  if (expiresAt.getTime() <= Date.now()) throw new RefusedError('crew-link-expired');
  return false;
}

/** The number of the attempt; null where the link was closed in the meantime. */
async function beginUse(database: DataSource, linkId: string, userId: UserId): Promise<number | null> {
  const [rows] = await database.query<[{ attempt: number }[], number]>(BEGIN_USE, [linkId, userId]);
  return rows[0]?.attempt ?? null;
}
