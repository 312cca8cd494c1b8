import {
  CREW_LINK_LIMITS,
  type CrewLink,
  joinInfo,
  type listCrewLinks,
  type lookAtCrewLink,
  RefusedError,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { CrewLinkRow } from './crew-link.entity.js';
import { requireLead } from './leads.js';
import { targetOf } from './target.js';
import { fits } from '../secrets.js';

export async function listLinks(
  database: DataSource,
  bus: Bus,
  { gameId, by }: RequestOf<typeof listCrewLinks>,
): Promise<ReplyOf<typeof listCrewLinks>> {
  await requireLead(bus, gameId, by);
  const rows = await database.manager.find(CrewLinkRow, {
    where: { gameId },
    order: { createdAt: 'desc', linkId: 'desc' },
    take: CREW_LINK_LIMITS.kept,
  });
  return { links: rows.map(toLink) };
}

const toLink = (row: CrewLinkRow): CrewLink => ({
  linkId: row.linkId,
  purpose: row.purpose,
  rights: row.rights,
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
  expiresAt: row.expiresAt.getTime(),
  usedBy: row.usedBy,
  usedAt: row.usedAt?.getTime() ?? null,
  revokedAt: row.revokedAt?.getTime() ?? null,
  askedAt: row.askedAt?.getTime() ?? null,
});

interface Shown {
  readonly linkId: string;
  readonly secret: string;
}

/** Refuses a wrong secret as an unknown link. */
export async function linkShown(database: DataSource, { linkId, secret }: Shown): Promise<CrewLinkRow> {
  const row = await database.manager.findOneBy(CrewLinkRow, { linkId });
  if (!fits(secret, row?.secretHash) || row === null) throw new RefusedError('crew-link-unknown');
  return row;
}

/** A link that was revoked while it was being used counts as revoked, unless the game has added the user by then. */
function stateOf({ joinedAt, revokedAt, usedBy, expiresAt }: CrewLinkRow) {
  if (joinedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  if (usedBy !== null) return 'used';
  return expiresAt.getTime() > Date.now() ? 'open' : 'expired';
}

export async function lookAtLink(
  database: DataSource,
  bus: Bus,
  shown: RequestOf<typeof lookAtCrewLink>,
): Promise<ReplyOf<typeof lookAtCrewLink>> {
  const link = await linkShown(database, shown);
  const { purpose, rights } = link;
  const { gameId, standing, room } = await targetOf(database, bus, link);
  const { gameCode, status, moderatorName } = await callShard(bus, joinInfo, gameId, { gameId });
  const state = stateOf(link);
  const valid = standing === 'none' ? 'revoked' : standing === 'suspended' ? 'suspended' : 'open';
  return {
    ...{ gameId, gameCode, status, moderatorName, purpose, rights, state: state === 'open' ? valid : state },
    ...(room && { room }),
  };
}
