import { isDeepStrictEqual } from 'node:util';
import {
  type decideShowNetworks,
  type listShowNetworks,
  type NetworksAsked,
  type raisedNetworks,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type ShowId,
  type ShowNetworks,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { requireShow } from './access.js';
import { ShowRow } from './show.entity.js';
import { LIST_NETWORKS, SELECT_NETWORKS } from './shows.sql.js';

interface Found {
  readonly showId: ShowId;
  readonly name: string;
  readonly startsAt: Date;
  readonly timeZone: string;
  readonly place: string;
  readonly networks: string[];
  readonly people: number;
  readonly perRoom: number;
  readonly approvedNetworks: ShowRow['approvedNetworks'];
  readonly begins: Date;
  readonly ends: Date;
  readonly owner: string;
}

const DAY_MS = 86_400_000;

const askedOf = ({ networks, people, startsAt }: Found): NetworksAsked => ({
  networks,
  people,
  startsAt: startsAt.getTime(),
});

/** Other networks and another start are not what was approved. */
function approvedOf({ approvedNetworks, networks, startsAt }: Found): ShowNetworks['approved'] {
  if (approvedNetworks === null) return null;
  const { networks: approved, startsAt: at, people } = approvedNetworks;
  if (at !== startsAt.getTime() || !isDeepStrictEqual(approved, networks)) return null;
  return { people, at: approvedNetworks.at };
}

const networksOf = (found: Found): ShowNetworks => ({
  ...askedOf(found),
  from: found.begins.getTime(),
  until: found.ends.getTime(),
  approved: approvedOf(found),
});

const find = async (manager: EntityManager, showId: ShowId): Promise<Found | undefined> =>
  (await manager.query<Found[]>(SELECT_NETWORKS, [showId]))[0];

/** Null: the event names none. */
export async function readNetworks(manager: EntityManager, showId: ShowId): Promise<ShowNetworks | null> {
  const found = await find(manager, showId);
  return found === undefined ? null : networksOf(found);
}

export async function listNetworks(database: DataSource): Promise<ReplyOf<typeof listShowNetworks>> {
  const found = await database.query<Found[]>(LIST_NETWORKS);
  return {
    shows: found.map((show) => {
      const { showId, name, timeZone, place, owner } = show;
      return { showId, name, timeZone, place, owner, ...networksOf(show) };
    }),
  };
}

/** Exactly what the administrator has seen is approved. */
export async function decide(
  database: DataSource,
  { showId, approve, asked }: RequestOf<typeof decideShowNetworks>,
): Promise<void> {
  await database.transaction(async (manager) => {
    await requireShow(manager, showId, 'write');
    const found = await find(manager, showId);
    if (approve && (found === undefined || !isDeepStrictEqual(askedOf(found), asked)))
      throw new RefusedError('event-changed');
    await manager.update(ShowRow, { showId }, { approvedNetworks: approve ? { ...asked, at: Date.now() } : null });
  });
}

/** People who were added since do not count. */
export async function raised(database: DataSource): Promise<ReplyOf<typeof raisedNetworks>> {
  const found = await database.query<Found[]>(LIST_NETWORKS);
  const shows = found.flatMap((show) => {
    const { showId, networks, perRoom } = show;
    const { approved, people, from, until } = networksOf(show);
    if (approved === null || from > Date.now() + DAY_MS) return [];
    return [{ showId, networks, people: Math.min(approved.people, people), perRoom, from, until }];
  });
  return { shows };
}
