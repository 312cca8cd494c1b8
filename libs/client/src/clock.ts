/** Round trips remembered; older ones are forgotten so that a clock that was set is followed. */
const REMEMBERED = 8;

interface Clock {
  readonly offsetMs: number;
  readonly roundTripMs: number | null;
  readonly roundTripsMs: readonly number[];
}

/** The offset of the server's clock. The sample with the shortest round trip wins: it is off by at most half of that. */
export class ServerClock implements Clock {
  offsetMs = 0;
  roundTripMs: number | null = null;
  /** Those that are remembered, the oldest first. */
  roundTripsMs: readonly number[] = [];
  readonly #samples: { roundTrip: number; offset: number }[] = [];

  /** @param sentAt own clock when the ping left @param now the server's clock @param receivedAt own clock, all ms */
  measured(sentAt: number, now: number, receivedAt: number): void {
    const roundTrip = receivedAt - sentAt;
    if (!(roundTrip >= 0) || !Number.isFinite(now)) return;
    this.#samples.push({ roundTrip, offset: now + roundTrip / 2 - receivedAt });
    if (this.#samples.length > REMEMBERED) this.#samples.shift();
    let best = this.#samples[0]!;
    for (const sample of this.#samples) if (sample.roundTrip <= best.roundTrip) best = sample;
    this.roundTripMs = roundTrip;
    this.roundTripsMs = this.#samples.map((sample) => sample.roundTrip);
    this.offsetMs = best.offset;
  }

  /** From a snapshot's time, before the first pong. */
  guess(now: number, receivedAt: number): void {
    if (this.#samples.length === 0) this.offsetMs = now - receivedAt;
  }
}
