import {
  type listAllShows,
  type listShows,
  type readShow,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type RoomCounts,
  type showBrand,
  type ShowId,
  type ShowSummary,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { StaffRow } from './staff.entity.js';
import { isOpen, requireReader, requireShow } from './access.js';
import { factsOf, logoOf, sponsorLogoOf } from './facts.js';
import { readNetworks } from './networks.js';
import { LIST_ALL_SHOWS, LIST_SHOWS, SELECT_COUNTS } from './shows.sql.js';

type Listed = Omit<ShowSummary, 'startsAt' | 'deletedAt'> & {
  readonly startsAt: Date;
  readonly deletedAt: Date | null;
};

const toSummary = (row: Listed): ShowSummary => ({
  ...row,
  startsAt: row.startsAt.getTime(),
  deletedAt: row.deletedAt?.getTime() ?? null,
});

export async function list(
  database: DataSource,
  { actor }: RequestOf<typeof listShows>,
): Promise<ReplyOf<typeof listShows>> {
  return { shows: (await database.query<Listed[]>(LIST_SHOWS, [actor.userId])).map(toSummary) };
}

export async function listAll(database: DataSource): Promise<ReplyOf<typeof listAllShows>> {
  return { shows: (await database.query<Listed[]>(LIST_ALL_SHOWS)).map(toSummary) };
}

export async function countRooms(manager: EntityManager, showId: ShowId): Promise<RoomCounts> {
  const [row] = await manager.query<{ counts: RoomCounts }[]>(SELECT_COUNTS, [showId]);
  return row?.counts ?? { planned: 0, preparing: 0, ready: 0, failed: 0 };
}

export async function read(
  { manager }: DataSource,
  asked: RequestOf<typeof readShow>,
): Promise<ReplyOf<typeof readShow>> {
  const { show, role } = await requireReader(manager, asked);
  const { showId, version } = show;
  const staff = await manager.find(StaffRow, { where: { showId }, order: { since: 'asc', userId: 'asc' } });
  return {
    ...{ showId, version, facts: factsOf(show), logo: logoOf(show, show.logo), ...sponsorLogoOf(show) },
    ...{ role, isOpen: isOpen(show) },
    quota: { rooms: show.mostRooms, people: show.mostPeople },
    networks: await readNetworks(manager, showId),
    counts: await countRooms(manager, showId),
    staff: staff.map(({ userId, name, role: each, since }) => ({
      ...{ userId, name, role: each },
      isOwner: userId === show.ownerId,
      since: since.getTime(),
    })),
    createdAt: show.createdAt.getTime(),
    deletedAt: show.deletedAt?.getTime() ?? null,
  };
}

export async function brand(
  { manager }: DataSource,
  { showId }: RequestOf<typeof showBrand>,
): Promise<ReplyOf<typeof showBrand>> {
  const show = await requireShow(manager, showId);
  if (show.deletedAt !== null) throw new RefusedError('event-not-found');
  return { name: show.name, colours: show.colours, logo: logoOf(show, show.logo) };
}
