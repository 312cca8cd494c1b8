import { keepStandings, type ReplyOf, type ShowId, showStandings } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { EntityManager } from 'typeorm';
import { RoomRow } from '../shows/room.entity.js';
import type { ShowRow } from '../shows/show.entity.js';

export const WITHIN_MS = 5_000;

export const roomsOf = (manager: EntityManager, { showId }: Pick<ShowRow, 'showId'>) =>
  manager.find(RoomRow, {
    select: { roomId: true, number: true, name: true, group: true },
    where: { showId },
    order: { number: 'asc', roomId: 'asc' },
  });

/** Under this time; null: no longer. */
export const keepFrozen = (bus: Bus, showId: ShowId, at: number | null) =>
  bus.call(keepStandings, { showId, at }, { timeoutMs: WITHIN_MS });

/** What the stage ranks; a reveal keeps what it ranked when it began. */
export const rankingOf = ({ reveal, stageKind, stageCounting }: ShowRow) =>
  reveal === null ? { kind: stageKind, counting: stageCounting } : { kind: reveal.kind, counting: reveal.counting };

type Traced = Omit<ReplyOf<typeof showStandings>, 'entries'> & {
  readonly entries: readonly (ReplyOf<typeof showStandings>['entries'][number] & {
    readonly room: Pick<RoomRow, 'number' | 'name' | 'group'>;
  })[];
};

/** The first page of what all may see who may see the standings: as they are, or as they were frozen. */
export async function traced(manager: EntityManager, bus: Bus, show: ShowRow): Promise<Traced> {
  const rooms = new Map((await roomsOf(manager, show)).map((room) => [room.roomId, room]));
  const found = await bus.call(
    showStandings,
    {
      ...{ showId: show.showId, ...rankingOf(show), page: 1, isTraced: true },
      ...{ roomIds: [...rooms.keys()], frozenAt: show.standingsFrozenAt?.getTime() ?? null },
    },
    { timeoutMs: WITHIN_MS },
  );
  return {
    ...found,
    entries: found.entries.flatMap((entry) => {
      const room = rooms.get(entry.roomId);
      return room === undefined ? [] : [{ ...entry, room }];
    }),
  };
}
