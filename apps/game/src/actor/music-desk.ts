import { Absence, type AbsenceTimes } from './connection-tracker.js';

/** In place of a gateway, until one reports the desk. */
const NOT_YET_REPORTED = '';

/** Whether the desk that plays a game's music is connected, as far as it is the one that is followed. Times are monotonic ms. */
export class MusicDesk {
  private followed: { readonly desk: string; readonly absence: Absence } | null = null;

  constructor(private readonly times: AbsenceTimes) {}

  /** A desk that is followed from now on counts as connected until gateways have had the time to report it. */
  follow(desk: string | null, ticks: number): void {
    if (this.followed?.desk === desk) return;
    this.followed = desk === null ? null : { desk, absence: new Absence(this.times, ticks) };
    this.followed?.absence.note(NOT_YET_REPORTED, true, ticks);
  }

  /** What one gateway's newest set says. */
  note(gateway: string, desks: readonly string[], ticks: number): void {
    if (this.followed === null) return;
    const { desk, absence } = this.followed;
    const isThere = desks.includes(desk);
    absence.note(gateway, isThere, ticks);
    if (isThere) absence.note(NOT_YET_REPORTED, false, ticks);
  }

  forgive(ticks: number): void {
    this.followed?.absence.forgive(ticks);
  }

  goneSince(ticks: number): number | null {
    return this.followed?.absence.deskGoneSince(ticks) ?? null;
  }
}
