/** In ms. */
export interface AbsenceTimes {
  /** A gateway that has said nothing of a game for this long is forgotten. */
  readonly expiresMs: number;
  /** A moderator who is connected nowhere for this long is absent. */
  readonly awayMs: number;
}

/** Whether the moderator of one game is connected anywhere: the union of what the gateways say. Times are monotonic ms. */
export class Absence {
  private readonly sightings = new Map<string, number>();

  private wasConnected = false;

  /** Starts as seen, so that nobody is called absent right after a take-over. */
  constructor(
    private readonly times: AbsenceTimes,
    private lastSeen: number,
  ) {}

  /** What one gateway's newest set says. */
  note(gateway: string, isThere: boolean, ticks: number): void {
    if (isThere) {
      this.sightings.set(gateway, ticks);
      this.wasConnected = true;
      this.lastSeen = ticks;
      return;
    }
    // Until now that gateway had the moderator; absence counts from here, not from its last heartbeat.
    if (this.sightings.delete(gateway)) this.lastSeen = ticks;
  }

  /** Nothing was heard for a while for reasons of our own: start over. */
  forgive(ticks: number): void {
    this.lastSeen = ticks;
  }

  /**
   * @param hasStarted only a connected moderator starts a game. One in setup may have been prepared without any connection,
   * and its moderator is absent only after having been connected.
   */
  isAbsent(ticks: number, hasStarted: boolean): boolean {
    if (!hasStarted && !this.wasConnected) return false;
    const { expiresMs, awayMs } = this.times;
    for (const [gateway, at] of this.sightings) {
      if (at >= ticks - expiresMs) return false;
      this.lastSeen = Math.max(this.lastSeen, at + expiresMs);
      this.sightings.delete(gateway);
    }
    return ticks - this.lastSeen >= awayMs;
  }
}
