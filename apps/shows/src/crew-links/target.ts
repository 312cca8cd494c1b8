import { type lookAtCrewLink, RefusedError, type ReplyOf } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { roomOfLink } from './room-links.js';
import type { CrewLinkRow } from './crew-link.entity.js';
import { type Standing, standingOf } from './leads.js';

interface Target {
  readonly gameId: GameId;
  /** Of the link's maker. */
  readonly standing: Standing;
  readonly room?: ReplyOf<typeof lookAtCrewLink>['room'];
}

/** The game that a link leads to now: of a room it is the one that is played there. */
export async function targetOf(
  database: DataSource,
  bus: Bus,
  { gameId, roomId, createdBy }: CrewLinkRow,
): Promise<Target> {
  if (roomId === null) return { gameId, standing: await standingOf(bus, gameId, createdBy) };
  const found = await roomOfLink(database, bus, roomId, createdBy);
  if (found === null) return { gameId, standing: 'none' };
  const { gameId: now, ...room } = found;
  return { gameId: now, standing: 'lead', room };
}

/** The links of a user who may no longer invite others are not valid, and those of a suspended one not for now. */
export async function requireTarget(database: DataSource, bus: Bus, link: CrewLinkRow): Promise<GameId> {
  const { gameId, standing } = await targetOf(database, bus, link);
  if (standing !== 'lead') throw new RefusedError(standing === 'none' ? 'crew-link-revoked' : 'crew-link-suspended');
  return gameId;
}
