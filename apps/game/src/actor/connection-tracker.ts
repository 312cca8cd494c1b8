/** In ms. */
export interface AbsenceTimes {
  /** A gateway that has said nothing of a game for this long is forgotten. */
  readonly expiresMs: number;
  /** A moderator who is connected nowhere for this long is absent. */
  readonly awayMs: number;
  /** A game whose last desk was disconnected this long ago is paused. */
  readonly deskMs: number;
}

/** Whether the moderator of one game is connected anywhere: the union of what the gateways say. Times are monotonic ms. */
export class Absence {
  private readonly sightings = new Map<string, number>();

  private wasConnected = false;
  /** When the last desk was disconnected; null while one is connected, or none has been. */
  private deskLostAt: number | null = null;

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
      this.deskLostAt = null;
      return;
    }
    // Until now that gateway had the moderator; absence counts from here, not from its last heartbeat.
    if (this.sightings.delete(gateway)) this.lost(ticks);
  }

  /** Nothing was heard for a while for reasons of our own: start over. */
  forgive(ticks: number): void {
    this.lastSeen = ticks;
    for (const gateway of this.sightings.keys()) this.sightings.set(gateway, ticks);
    if (this.deskLostAt !== null) this.deskLostAt = ticks;
  }

  /**
   * @param hasStarted only a connected moderator starts a game. One in setup may have been prepared without any connection,
   * and its moderator is absent only after having been connected.
   */
  isAbsent(ticks: number, hasStarted: boolean): boolean {
    if (!hasStarted && !this.wasConnected) return false;
    return !this.isConnected(ticks) && ticks - this.lastSeen >= this.times.awayMs;
  }

  isConnected(ticks: number): boolean {
    const { expiresMs } = this.times;
    for (const [gateway, at] of this.sightings) {
      if (at >= ticks - expiresMs) continue;
      this.sightings.delete(gateway);
      this.lost(at + expiresMs);
    }
    return this.sightings.size > 0;
  }

  /**
   * Since when no desk is connected, once that is long enough to pause the game; else null. A gateway that falls silent, as
   * when it restarts, still counts until it expires: its sockets are on their way to another one.
   */
  deskGoneSince(ticks: number): number | null {
    if (this.isConnected(ticks) || this.deskLostAt === null) return null;
    return ticks - this.deskLostAt >= this.times.deskMs ? this.deskLostAt : null;
  }

  /** The game is paused: it is not paused again before a desk was connected and lost. */
  pauseNoted(): void {
    this.deskLostAt = null;
  }

  private lost(at: number): void {
    this.lastSeen = Math.max(this.lastSeen, at);
    if (this.sightings.size === 0) this.deskLostAt = at;
  }
}
