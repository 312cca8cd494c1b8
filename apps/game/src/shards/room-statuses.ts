import { PRESENCE_LIMITS, ROOM_STATUS_EVERY_MS, ROOM_STATUSES, type RoomStatusesMessage } from '@earworm/contracts';
import { RESTING_REPEAT_MS, type RoomStatus, statusOf } from '@earworm/rules';
import { type Bus, publishJson } from '@earworm/service-kit/bus';
import type { Actor } from '../actor/actor.js';
import type { Clock } from '../actor/clock.js';

interface Known {
  readonly status: RoomStatus;
  /** What it was computed from. */
  readonly version: number;
  readonly online: number;
  /** Monotonic ms; null: it has to be published again. */
  publishedAt: number | null;
  /** As it was published last. */
  isResting: boolean;
}

/** About 80 KB. */
const PER_MESSAGE = 200;
/** Later, operators do not need the status of a game that is over. */
const OVER_MS = 12 * 3_600_000;
/** Until gateways have reported who is connected, a game that was just loaded looks deserted. */
const REPORTED_AFTER_MS = PRESENCE_LIMITS.everyMs + 1_000;

interface Games {
  inMemory(gameId: string): Actor | undefined;
  isOwned(gameId: string): boolean;
}

/** What operators of events see of the games of an owner. Costs other games one comparison a second. */
export class RoomStatuses {
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly games: Games,
    private readonly clock: Clock,
  ) {}

  /** Called every second for each game in memory. */
  look(actor: Actor): void {
    const { state, version } = actor.committed;
    if (state.status === 'none' || state.room === undefined) return;
    const { gameId, presence } = actor;
    // Another game is played in the room.
    if (state.status === 'completed' && state.next !== null) return void this.#known.delete(gameId);
    const [now, ticks] = [this.clock.now(), this.clock.ticks()];
    if (!presence.hadSockets && ticks - presence.createdAt < REPORTED_AFTER_MS) return;
    const known = this.#known.get(gameId);
    const isSame = known?.version === version && known.online === presence.online.changes;
    if (isSame && known.publishedAt !== null && ticks - known.publishedAt < ROOM_STATUS_EVERY_MS) return;
    const away = presence.moderator.absentSince(ticks);
    const crewAwaySince = away === null ? null : Math.round(now - (ticks - away));
    const users = presence.online.at(ticks);
    const { slowestBuzzMs } = actor;
    const network = presence.network.at(ticks);
    const status = statusOf(
      { ...state, room: state.room },
      { users, crewAwaySince, slowestBuzzMs, network, now },
      known?.status ?? null,
    );
    this.#known.set(gameId, { status, version, online: presence.online.changes, publishedAt: null, isResting: false });
  }

  /** Several times a second: operators see a change of a room within a second. Only games that are known to be in one. */
  publishChanges(bus: Pick<Bus, 'publish'>): void {
    for (const gameId of this.#known.keys()) {
      const actor = this.games.inMemory(gameId);
      if (actor?.isLive === true) this.look(actor);
    }
    this.publish(bus);
  }

  /** After all games were looked at. */
  publish(bus: Pick<Bus, 'publish'>): void {
    const ticks = this.clock.ticks();
    const due: RoomStatus[] = [];
    for (const [gameId, known] of this.#known) {
      if (!this.games.isOwned(gameId) || this.#isLongOver(known)) this.#known.delete(gameId);
      else {
        const isResting = this.games.inMemory(gameId) === undefined;
        if (known.publishedAt !== null && !hasToRepeat(known, isResting, ticks - known.publishedAt)) continue;
        Object.assign(known, { publishedAt: ticks, isResting });
        due.push(isResting ? { ...known.status, resting: true } : known.status);
      }
    }
    for (let from = 0; from < due.length; from += PER_MESSAGE)
      publishJson(bus, ROOM_STATUSES, { statuses: due.slice(from, from + PER_MESSAGE) } satisfies RoomStatusesMessage);
  }

  /** A service that has just started asks for all. */
  repeat(): void {
    for (const known of this.#known.values()) known.publishedAt = null;
  }

  /** Of a game that is erased. */
  forget(gameId: string): void {
    this.#known.delete(gameId);
  }

  #isLongOver({ status: { state, lastActionAt } }: Known): boolean {
    return state === 'completed' && this.clock.now() - lastActionAt > OVER_MS;
  }
}

/** A game in memory is looked at again instead. */
const hasToRepeat = (known: Known, isResting: boolean, sinceMs: number): boolean =>
  isResting && (!known.isResting || sinceMs >= RESTING_REPEAT_MS);
