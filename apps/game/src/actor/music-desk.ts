import { ConnectionTracker } from './connection-tracker.js';

/** Stands for a gateway until one reports the desk. */
const NOT_YET_REPORTED = '';

/** Whether the desk that plays a game's music is connected. Times are monotonic ms. */
export class MusicDesk {
  #tracked: { readonly desk: string; readonly connection: ConnectionTracker } | null = null;

  constructor(private readonly times: { readonly expiresMs: number; readonly deskDisconnectedMs: number }) {}

  /** A desk that is new counts as connected until gateways have had the time to report it. */
  track(desk: string | null, now: number): void {
    if (this.#tracked?.desk === desk) return;
    this.#tracked = desk === null ? null : { desk, connection: new ConnectionTracker(this.times.expiresMs, now) };
    this.#tracked?.connection.report(NOT_YET_REPORTED, true, now);
  }

  report(gateway: string, desks: readonly string[], now: number): void {
    if (this.#tracked === null) return;
    const { desk, connection } = this.#tracked;
    const isConnected = desks.includes(desk);
    connection.report(gateway, isConnected, now);
    if (isConnected) connection.report(NOT_YET_REPORTED, false, now);
  }

  reset(now: number): void {
    this.#tracked?.connection.reset(now);
  }

  lostSince(now: number): number | null {
    return this.#tracked?.connection.disconnectedFor(this.times.deskDisconnectedMs, now) ?? null;
  }
}
