/** One exchange: a nonce that the gateway sent, and its echo. All in ms. */
export interface Exchange {
  /** Of the gateway's monotonic clock. */
  readonly sentAt: number;
  /** Of the phone's monotonic clock, as the phone says. */
  readonly echoedAt: number;
  /** Of the gateway's monotonic clock. */
  readonly receivedAt: number;
}

export interface ClockReading {
  /** The gateway's clock minus the phone's. */
  readonly offsetMs: number;
  /** By how much that may be off, either way. */
  readonly errorMs: number;
  /** The shortest round trip of those that are kept. */
  readonly roundTripMs: number;
  /** Their median. */
  readonly usualMs: number;
}

const KEPT = 16;
const WINDOW_MS = 120_000;
/** Fewer may all have met a stall. */
const ENOUGH = 3;
/** By how much two monotonic clocks differ at most, ms for each ms. */
const DRIFT = 100e-6;
/** Browsers round their clock. */
const ROUNDED_MS = 1;
const ROUND_TRIP_MAX_MS = 10_000;

/**
 * Where the clock of a phone is. The phone read it after the nonce was sent and before its echo came, so each exchange bounds the
 * offset from both sides, and all of them together bound it more closely. Where they contradict each other, the clock has
 * jumped, as after sleep, and the estimate begins again.
 */
export class ClockEstimate {
  #exchanges: readonly Exchange[] = [];

  /** Exchanges come in the order in which they were received. One that cannot be is ignored. */
  add(exchange: Exchange): void {
    const { sentAt, echoedAt, receivedAt } = exchange;
    const roundTrip = receivedAt - sentAt;
    if (!Number.isFinite(echoedAt) || !(roundTrip >= 0 && roundTrip <= ROUND_TRIP_MAX_MS)) return;
    const kept = [...this.#exchanges, exchange]
      .filter((each) => receivedAt - each.receivedAt <= WINDOW_MS)
      .slice(-KEPT);
    const { low, high } = boundsOf(kept, receivedAt);
    this.#exchanges = low <= high ? kept : [exchange];
  }

  reset(): void {
    this.#exchanges = [];
  }

  get count(): number {
    return this.#exchanges.length;
  }

  /** Null while too little is known. */
  at(now: number): ClockReading | null {
    const known = this.#exchanges.filter((each) => now - each.receivedAt <= WINDOW_MS);
    if (known.length < ENOUGH) return null;
    const { low, high } = boundsOf(known, now);
    const roundTrips = known.map(({ sentAt, receivedAt }) => receivedAt - sentAt).sort((a, b) => a - b);
    return {
      offsetMs: (low + high) / 2,
      errorMs: (high - low) / 2,
      roundTripMs: roundTrips[0] as number,
      usualMs: medianOf(roundTrips) as number,
    };
  }
}

function boundsOf(exchanges: readonly Exchange[], now: number): { readonly low: number; readonly high: number } {
  let low = -Infinity;
  let high = Infinity;
  for (const { sentAt, echoedAt, receivedAt } of exchanges) {
    const slack = ROUNDED_MS + DRIFT * (now - receivedAt);
    low = Math.max(low, sentAt - echoedAt - slack);
    high = Math.min(high, receivedAt - echoedAt + slack);
  }
  return { low, high };
}

/** @param sorted ascending. Null of none. */
export const medianOf = (sorted: readonly number[]): number | null => {
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
};
