import type { GameId } from '@earworm/contracts';
import { Room, type RoomDependencies } from './room.js';

/** Games with sockets here, kept for a while after the last one. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  #isMuted = false;

  constructor(
    private readonly deps: RoomDependencies,
    private readonly idleMs: number,
  ) {}

  get size(): number {
    return this.#rooms.size;
  }

  of(gameId: GameId): Room {
    const existing = this.#rooms.get(gameId);
    if (existing !== undefined) return existing;
    const room = new Room(gameId, this.deps);
    this.#rooms.set(gameId, room);
    if (this.#isMuted) room.presence.stopPublishing();
    return room;
  }

  tick(now: number): void {
    for (const room of this.#rooms.values()) {
      if (room.members.size > 0 || room.pendingHellos > 0) room.emptySince = null;
      else room.emptySince ??= now;
      if (room.emptySince !== null && now - room.emptySince >= this.idleMs) this.drop(room);
      else room.tick(now);
    }
  }

  /** Unknown game ids leave nothing behind. */
  dropIfUnused(room: Room): void {
    if (room.crew === null && room.members.size === 0 && room.pendingHellos === 0) this.drop(room);
  }

  drop(room: Room): void {
    this.#rooms.delete(room.gameId);
    room.stop();
  }

  stopPublishing(): void {
    this.#isMuted = true;
    for (const room of this.#rooms.values()) room.presence.stopPublishing();
  }

  stop(): void {
    for (const room of [...this.#rooms.values()]) this.drop(room);
  }
}
