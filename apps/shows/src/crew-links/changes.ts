import { type askForCrewLink, RefusedError, type RequestOf, type revokeCrewLink } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { type DataSource, IsNull } from 'typeorm';
import { CrewLinkRow } from './crew-link.entity.js';
import { ASK_FOR_LINK, DELETE_EXPIRED } from './crew-links.sql.js';
import { requireLead } from './leads.js';
import { linkShown } from './read.js';

const KEPT_DAYS = 30;

/** Also a link in use: if the game has not added its user yet, it no longer will. */
export async function revokeLink(
  database: DataSource,
  bus: Bus,
  { gameId, by, linkId }: RequestOf<typeof revokeCrewLink>,
): Promise<void> {
  await requireLead(bus, gameId, by);
  const { manager } = database;
  const now = { revokedAt: () => 'clock_timestamp()' };
  const { affected } = await manager.update(CrewLinkRow, { linkId, gameId, revokedAt: IsNull() }, now);
  if (!affected && !(await manager.existsBy(CrewLinkRow, { linkId, gameId })))
    throw new RefusedError('crew-link-unknown');
}

/** Only while the link can be used no more: an open one needs no other. */
export async function askForLink(database: DataSource, shown: RequestOf<typeof askForCrewLink>): Promise<void> {
  const { linkId, revokedAt, joinedAt } = await linkShown(database, shown);
  if (revokedAt !== null && joinedAt === null) throw new RefusedError('crew-link-revoked');
  await database.query(ASK_FOR_LINK, [linkId]);
}

/** To the account that a guest has signed in to. */
export async function moveLinks({ manager }: DataSource, from: UserId, to: UserId): Promise<void> {
  await manager.update(CrewLinkRow, { createdBy: from }, { createdBy: to });
  await manager.update(CrewLinkRow, { usedBy: from }, { usedBy: to });
}

/** Links that expired long ago; returns how many. */
export async function sweepLinks(database: DataSource): Promise<number> {
  const [, deleted] = await database.query<[unknown[], number]>(DELETE_EXPIRED, [KEPT_DAYS]);
  return deleted;
}
