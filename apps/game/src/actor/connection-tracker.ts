/** Whether one user or desk is connected to any gateway, by the gateways' reports. Times are monotonic ms. */
export class ConnectionTracker {
  readonly #reports = new Map<string, number>();
  #wasConnected = false;
  #lastSeen: number;
  /** When the last connection ended; null while there is one, or there has been none. */
  #disconnectedAt: number | null = null;

  /** @param now counts as last seen: nothing is overdue right after a take-over */
  constructor(
    private readonly expiresMs: number,
    now: number,
  ) {
    this.#lastSeen = now;
  }

  get wasConnected(): boolean {
    return this.#wasConnected;
  }

  report(gateway: string, isConnected: boolean, now: number): void {
    if (isConnected) {
      this.#reports.set(gateway, now);
      this.#wasConnected = true;
      this.#lastSeen = now;
      this.#disconnectedAt = null;
    } else if (this.#reports.delete(gateway)) this.#disconnected(now);
  }

  /** Starts all periods over: this process was off the bus itself. */
  reset(now: number): void {
    this.#lastSeen = now;
    for (const gateway of this.#reports.keys()) this.#reports.set(gateway, now);
    if (this.#disconnectedAt !== null) this.#disconnectedAt = now;
  }

  isConnected(now: number): boolean {
    for (const [gateway, at] of this.#reports) {
      if (at >= now - this.expiresMs) continue;
      this.#reports.delete(gateway);
      this.#disconnected(at + this.expiresMs);
    }
    return this.#reports.size > 0;
  }

  isAbsentFor(ms: number, now: number): boolean {
    return !this.isConnected(now) && now - this.#lastSeen >= ms;
  }

  /** When a member was last seen; null while there is a connection. */
  absentSince(now: number): number | null {
    return this.isConnected(now) ? null : this.#lastSeen;
  }

  /** When the last connection ended, if there has been none for `ms`; null otherwise. */
  disconnectedFor(ms: number, now: number): number | null {
    if (this.isConnected(now) || this.#disconnectedAt === null) return null;
    return now - this.#disconnectedAt >= ms ? this.#disconnectedAt : null;
  }

  /** `disconnectedFor` is null until the next connection ends. */
  acknowledgeDisconnection(): void {
    this.#disconnectedAt = null;
  }

  #disconnected(at: number): void {
    this.#lastSeen = Math.max(this.#lastSeen, at);
    if (this.#reports.size === 0) this.#disconnectedAt = at;
  }
}
