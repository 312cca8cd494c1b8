import type { GameId } from '@earworm/contracts';
import { Room, type RoomTerms } from './room.js';

/** The games that somebody here takes part in, and for a while those that somebody did. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  #isSilent = false;

  constructor(
    private readonly terms: RoomTerms,
    private readonly idleMs: number,
  ) {}

  get size(): number {
    return this.#rooms.size;
  }

  /** The room of a game, followed from now on at the latest. */
  of(gameId: GameId): Room {
    const known = this.#rooms.get(gameId);
    if (known !== undefined) return known;
    const room = new Room(gameId, this.terms);
    this.#rooms.set(gameId, room);
    if (this.#isSilent) room.presence.stopReporting();
    return room;
  }

  /** To be called every second or so. @param now own clock, ms */
  tick(now: number): void {
    for (const room of this.#rooms.values()) {
      if (room.members.size > 0 || room.greeting > 0) room.emptySince = null;
      else room.emptySince ??= now;
      if (room.emptySince !== null && now - room.emptySince >= this.idleMs) this.drop(room);
      else room.tick(now);
    }
  }

  /** For a game that turned out not to exist: forgotten at once, so that guessed ids leave nothing behind. */
  dropIfUnknown(room: Room): void {
    if (room.moderatorId === null && room.members.size === 0 && room.greeting === 0) this.drop(room);
  }

  drop(room: Room): void {
    this.#rooms.delete(room.gameId);
    room.stop();
  }

  /** This gateway is about to close all its sockets. */
  stopReporting(): void {
    this.#isSilent = true;
    for (const room of this.#rooms.values()) room.presence.stopReporting();
  }

  stop(): void {
    for (const room of [...this.#rooms.values()]) this.drop(room);
  }
}
