/** A gateway that has said nothing of a game for this long is forgotten. */
export const FORGOTTEN_MS = 12_000;
/** The moderator out of every gateway's sight for this long has left. */
export const ABSENT_AFTER_MS = 60_000;

/** Whether the moderator of one game is connected anywhere: the union of what the gateways say. Times are monotonic ms. */
export class Absence {
  private readonly sightings = new Map<string, number>();

  /** Starts as seen, so that nobody is called absent right after a take-over. */
  constructor(private lastSeen: number) {}

  /** What one gateway's newest set says. */
  note(gateway: string, isThere: boolean, ticks: number): void {
    if (isThere) {
      this.sightings.set(gateway, ticks);
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

  isAbsent(ticks: number): boolean {
    for (const [gateway, at] of this.sightings) {
      if (at >= ticks - FORGOTTEN_MS) return false;
      this.lastSeen = Math.max(this.lastSeen, at + FORGOTTEN_MS);
      this.sightings.delete(gateway);
    }
    return ticks - this.lastSeen >= ABSENT_AFTER_MS;
  }
}
