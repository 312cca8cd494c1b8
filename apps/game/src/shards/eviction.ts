import type { Actor } from '../actor/actor.js';
import type { Clock } from '../actor/clock.js';
import type { GameMemory } from '../actor/footprint.js';

/** How long a game must have been idle before it may be evicted: less for one without sockets. */
const EVICTABLE_MS = { open: 10_000, closed: 1_000 };
/** Share of the limit that one eviction frees: a search for idle games on every load would cost more than it gains. */
const EVICTED_SHARE = 0.02;
const UNDER_PRESSURE_MS = 3_000;
const SEARCH_PAUSE_MS = 250;

interface Games {
  actors(): Iterable<Actor>;
  countGames(): number;
  passivate(actor: Actor): void;
}

/** Makes room in a replica's memory by evicting idle games, those without sockets first. */
export class Eviction {
  #searchFrom = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly games: Games,
    private readonly memory: GameMemory,
    private readonly clock: Clock,
    private readonly gamesMax: number,
  ) {}

  /** Bytes of games that still fit; 0 under pressure. */
  get freeBytes(): number {
    return this.clock.ticks() - this.#failedAt < UNDER_PRESSURE_MS ? 0 : this.memory.free;
  }

  /** Whether that many bytes and games more fit into memory, if need be after an eviction. */
  makeRoom(bytes: number, count = 0): boolean {
    const fits = () => this.games.countGames() + count <= this.gamesMax && this.memory.fits(bytes);
    if (fits() || (bytes <= this.memory.limit && this.#evict(bytes) && fits())) return true;
    this.#failedAt = this.clock.ticks();
    return false;
  }

  #evict(bytes: number): boolean {
    const now = this.clock.ticks();
    if (now < this.#searchFrom) return false;
    const idle: { actor: Actor; isOpen: boolean; idleMs: number }[] = [];
    for (const actor of this.games.actors()) {
      const { idleMs } = actor;
      const isOpen = actor.presence.hasSockets(now);
      if (actor.isQuiet && idleMs >= (isOpen ? EVICTABLE_MS.open : EVICTABLE_MS.closed))
        idle.push({ actor, isOpen, idleMs });
    }
    if (idle.length === 0) {
      this.#searchFrom = now + SEARCH_PAUSE_MS;
      return false;
    }
    idle.sort((a, b) => Number(a.isOpen) - Number(b.isOpen) || b.idleMs - a.idleMs);
    let freed = 0;
    for (const { actor } of idle) {
      freed += actor.footprint.bytes;
      this.games.passivate(actor);
      if (freed >= Math.max(bytes, this.memory.limit * EVICTED_SHARE)) break;
    }
    return true;
  }
}
