import type { ShowId } from '@earworm/contracts';
import type { HeardStatus, RoomStatus } from '@earworm/rules';

/** Of all events together: twice the largest installation. About 40 MB. */
const ROOMS_MOST = 50_000;
/** A room of which nothing has come for so long is forgotten. */
const KEPT_MS = 3_600_000;

/** The last status of each room that an owner has published. */
export class HeardStatuses {
  readonly #shows = new Map<ShowId, Map<string, HeardStatus>>();
  #rooms = 0;

  get shows(): IterableIterator<ShowId> {
    return this.#shows.keys();
  }

  hear(status: RoomStatus, heardAt: number): void {
    const showId = status.showId as ShowId;
    let rooms = this.#shows.get(showId);
    const before = rooms?.get(status.roomId);
    // The game that was played in the room before may be with another owner.
    if (before !== undefined && before.status.createdAt > status.createdAt) return;
    if (before === undefined && this.#rooms >= ROOMS_MOST) return;
    if (rooms === undefined) this.#shows.set(showId, (rooms = new Map()));
    if (before === undefined) this.#rooms += 1;
    rooms.set(status.roomId, { status, heardAt });
  }

  of(showId: ShowId): ReadonlyMap<string, HeardStatus> {
    return this.#shows.get(showId) ?? new Map<string, HeardStatus>();
  }

  /** The game was erased, and its status names people. */
  forgetGame(gameId: string): void {
    for (const [showId, rooms] of this.#shows)
      for (const [roomId, { status }] of rooms) if (status.gameId === gameId) this.#forget(showId, rooms, roomId);
  }

  forgetOld(now: number): void {
    for (const [showId, rooms] of this.#shows)
      for (const [roomId, { heardAt }] of rooms) if (now - heardAt > KEPT_MS) this.#forget(showId, rooms, roomId);
  }

  #forget(showId: ShowId, rooms: Map<string, HeardStatus>, roomId: string): void {
    rooms.delete(roomId);
    this.#rooms -= 1;
    if (rooms.size === 0) this.#shows.delete(showId);
  }
}
