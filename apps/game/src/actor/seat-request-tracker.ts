import type { SeatRequest, UserId } from '@earworm/rules';
import { ConnectionTracker } from './connection-tracker.js';

export interface SeatRequestTimes {
  readonly expiresMs: number;
  readonly seatRequestAwayMs: number;
  readonly seatRequestMs: number;
}

/** Whether the users who request seats are connected. `ticks` are monotonic ms, `now` and `at` server time. */
export class SeatRequestTracker {
  readonly #connections = new Map<UserId, { readonly at: number; readonly connection: ConnectionTracker }>();

  constructor(private readonly times: SeatRequestTimes) {}

  report(requests: readonly SeatRequest[], gateway: string, users: readonly string[], ticks: number): void {
    for (const request of requests)
      this.#connectionOf(request, ticks).report(gateway, users.includes(request.playerId), ticks);
  }

  reset(ticks: number): void {
    for (const { connection } of this.#connections.values()) connection.reset(ticks);
  }

  expired(requests: readonly SeatRequest[], ticks: number, now: number): UserId[] {
    const open = new Set(requests.map(({ playerId }) => playerId));
    for (const playerId of this.#connections.keys()) if (!open.has(playerId)) this.#connections.delete(playerId);
    const { seatRequestMs, seatRequestAwayMs } = this.times;
    return requests
      .filter(
        (request) =>
          now - request.at >= seatRequestMs || this.#connectionOf(request, ticks).isAbsentFor(seatRequestAwayMs, ticks),
      )
      .map(({ playerId }) => playerId);
  }

  #connectionOf({ playerId, at }: SeatRequest, ticks: number): ConnectionTracker {
    const existing = this.#connections.get(playerId);
    if (existing?.at === at) return existing.connection;
    const connection = new ConnectionTracker(this.times.expiresMs, ticks);
    this.#connections.set(playerId, { at, connection });
    return connection;
  }
}
