interface Report {
  readonly networks: readonly (readonly [network: string, sockets: number])[];
  readonly at: number;
}

/**
 * The network of an event that most sockets of a game come from, by the gateways' reports. Once none is connected it stays
 * what it was: rooms that a network takes away at once have it in common. Times are monotonic ms.
 */
export class RoomNetwork {
  readonly #reports = new Map<string, Report>();
  #last: string | null = null;

  constructor(private readonly expiresMs: number) {}

  report(gateway: string, networks: Report['networks'], now: number): void {
    if (networks.length === 0) this.#reports.delete(gateway);
    else this.#reports.set(gateway, { networks, at: now });
  }

  at(now: number): string | null {
    const sockets = new Map<string, number>();
    for (const { networks, at } of this.#reports.values())
      if (at >= now - this.expiresMs)
        for (const [network, count] of networks) sockets.set(network, (sockets.get(network) ?? 0) + count);
    // Of two with as many the one that it was before.
    const rank = ([network, count]: readonly [string, number]) => count + (network === this.#last ? 0.5 : 0);
    const [most] = [...sockets].sort((a, b) => rank(b) - rank(a));
    if (most !== undefined) this.#last = most[0];
    return this.#last;
  }
}
