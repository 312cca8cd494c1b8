interface Report {
  readonly users: readonly string[];
  readonly at: number;
}

/** The users of one game who are connected to any gateway, by the gateways' reports. Times are monotonic ms. */
export class OnlineUsers {
  readonly #reports = new Map<string, Report>();
  #changes = 0;

  constructor(private readonly expiresMs: number) {}

  /** Counts reports that differ from the ones before. */
  get changes(): number {
    return this.#changes;
  }

  report(gateway: string, users: readonly string[], now: number): void {
    const before = this.#reports.get(gateway)?.users ?? [];
    if (users.length === 0) this.#reports.delete(gateway);
    else this.#reports.set(gateway, { users, at: now });
    if (before.length !== users.length || before.some((user, n) => user !== users[n])) this.#changes += 1;
  }

  /** Starts all periods over: this process was off the bus itself. */
  reset(now: number): void {
    for (const [gateway, report] of this.#reports) this.#reports.set(gateway, { ...report, at: now });
  }

  at(now: number): ReadonlySet<string> {
    const online = new Set<string>();
    for (const [gateway, { users, at }] of this.#reports) {
      if (at < now - this.expiresMs) this.#reports.delete(gateway);
      else for (const user of users) online.add(user);
    }
    return online;
  }
}
