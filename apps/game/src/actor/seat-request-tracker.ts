import type { SeatRequest, UserId } from '@earworm/rules';
import { Absence, type AbsenceTimes } from './connection-tracker.js';

/** In ms. */
export interface SeatRequestTimes extends Pick<AbsenceTimes, 'expiresMs' | 'awayMs'> {
  /** A request that nobody has answered for this long ends. */
  readonly openMs: number;
}

/** Whether those who ask for seats of one game are still connected. Ticks are monotonic ms, `now` and `at` server time. */
export class RequestWatch {
  private absences = new Map<UserId, { readonly at: number; readonly absence: Absence }>();

  constructor(private readonly times: SeatRequestTimes) {}

  /** What one gateway's newest set says. */
  note(requests: readonly SeatRequest[], gateway: string, users: readonly string[], ticks: number): void {
    for (const request of requests) this.of(request, ticks).note(gateway, users.includes(request.playerId), ticks);
  }

  /** Nothing was heard for a while for reasons of our own: start over. */
  forgive(ticks: number): void {
    for (const { absence } of this.absences.values()) absence.forgive(ticks);
  }

  /** Those whose request ends: gone for too long, or not answered for too long. */
  lapsed(requests: readonly SeatRequest[], ticks: number, now: number): UserId[] {
    const open = new Set(requests.map(({ playerId }) => playerId));
    for (const playerId of this.absences.keys()) if (!open.has(playerId)) this.absences.delete(playerId);
    return requests
      .filter((request) => now - request.at >= this.times.openMs || this.of(request, ticks).isAbsent(ticks, true))
      .map(({ playerId }) => playerId);
  }

  /** Begins as seen: right after a take-over nobody has been heard of. */
  private of({ playerId, at }: SeatRequest, ticks: number): Absence {
    const known = this.absences.get(playerId);
    if (known?.at === at) return known.absence;
    const absence = new Absence({ ...this.times, deskMs: this.times.awayMs }, ticks);
    this.absences.set(playerId, { at, absence });
    return absence;
  }
}
