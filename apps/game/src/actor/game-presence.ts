import { PresenceMessage, presenceSubject } from '@earworm/contracts';
import { canJudge, type Game, membersOf } from '@earworm/rules';
import { type Bus, type Subscription, tryParseJson } from '@earworm/service-kit/bus';
import type { Clock } from './clock.js';
import type { CommittedGame } from './committed-game.js';
import { ConnectionTracker } from './connection-tracker.js';
import { MusicDesk } from './music-desk.js';
import { OnlineUsers } from './online-users.js';
import { RoomNetwork } from './room-network.js';
import { SeatRequestTracker, type SeatRequestTimes } from './seat-request-tracker.js';

export interface PresenceTimes extends SeatRequestTimes {
  readonly moderatorAwayMs: number;
  readonly deskDisconnectedMs: number;
}

/** Who of one game is connected, as far as something depends on it. Times are monotonic ms. */
export class GamePresence {
  /** Of any member of the crew who can run the game. */
  readonly moderator: ConnectionTracker;
  readonly musicDesk: MusicDesk;
  readonly seatRequests: SeatRequestTracker;
  /** Only of games that are placed in a room. */
  readonly online: OnlineUsers;
  readonly network: RoomNetwork;
  #socketsAt: number | undefined;

  constructor(
    private readonly times: PresenceTimes,
    readonly createdAt: number,
  ) {
    this.moderator = new ConnectionTracker(times.expiresMs, createdAt);
    this.musicDesk = new MusicDesk(times);
    this.seatRequests = new SeatRequestTracker(times);
    this.online = new OnlineUsers(times.expiresMs);
    this.network = new RoomNetwork(times.expiresMs);
  }

  get hadSockets(): boolean {
    return this.#socketsAt !== undefined;
  }

  hasSockets(now: number): boolean {
    return this.#socketsAt !== undefined && now - this.#socketsAt < this.times.expiresMs;
  }

  noteSockets(now: number): void {
    this.#socketsAt = now;
  }

  report({ gateway, users, stages, desks = [], networks = [] }: PresenceMessage, game: Game, now: number): void {
    if (users.length > 0 || stages > 0) this.noteSockets(now);
    if (game.room !== undefined) {
      this.online.report(gateway, users, now);
      this.network.report(gateway, networks, now);
    }
    // Of completed games, too: one may be reopened.
    this.musicDesk.report(gateway, desks, now);
    const isThere = membersOf(game).some((member) => canJudge(member) && users.includes(member.id));
    this.moderator.report(gateway, isThere, now);
    this.seatRequests.report(game.seatRequests, gateway, users, now);
  }

  reset(now: number): void {
    this.moderator.reset(now);
    this.musicDesk.reset(now);
    this.seatRequests.reset(now);
    this.online.reset(now);
  }

  /** A game in setup may have been prepared over HTTP: its moderator cannot leave before having been connected. */
  isModeratorAbsent(hasStarted: boolean, now: number): boolean {
    const { moderator } = this;
    return (hasStarted || moderator.wasConnected) && moderator.isAbsentFor(this.times.moderatorAwayMs, now);
  }

  /** Since when no desk has been connected, once that is long enough to pause the game; else null. */
  desksLostSince(now: number): number | null {
    return this.moderator.disconnectedFor(this.times.deskDisconnectedMs, now);
  }
}

interface GameInMemory {
  readonly committed: CommittedGame;
  readonly presence: GamePresence;
}

export function watchPresence(
  bus: Bus,
  clock: Clock,
  inMemory: (gameId: string) => GameInMemory | undefined,
): Subscription {
  const prefix = presenceSubject('');
  return bus.subscribe(presenceSubject('*'), ({ subject, data }) => {
    const game = inMemory(subject.slice(prefix.length));
    const state = game?.committed.state;
    if (!game || !state || state.status === 'none') return;
    const message = tryParseJson(PresenceMessage, data);
    if (message !== undefined) game.presence.report(message, state, clock.ticks());
  });
}
