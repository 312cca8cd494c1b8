import { type BuzzTiming, type ConnectionQuality, connectionQuality } from '@earworm/contracts';
import { ClockEstimate, type ClockReading } from './clock-estimate.js';
import { type Claim, doubtOf } from './doubts.js';

/** More pongs than this that were not echoed are forgotten, the oldest first. */
const OPEN_MAX = 8;
const PROTOCOL_KEPT = 16;
const CLAIMS_KEPT = 30;
/** As many as a phone keeps, so that it and the desk show the same sign. */
const TRIPS_KEPT = 8;
/** A touch that is older was resent, or the clock has jumped: neither says when the player buzzed. */
const TOUCH_MAX_MS = 2_000;

/** A page answers this much later than the browser itself, at most, where nothing delays it on purpose. */
const PAGE_MS = 20;

interface Open {
  readonly nonce: number;
  readonly sentAt: number;
  isEchoed: boolean;
  /** When the browser answered. */
  pongedAt: number | null;
}

/** What is known of the connection of one socket. Times in ms; those of the gateway are of its monotonic clock. */
export class MeasuredLink {
  /** The shortest round trip when the last echo came; null while too little is known. */
  roundTripMs: number | null = null;
  /** Null while too little is known. Another one counts once two echoes in a row say so. */
  quality: ConnectionQuality | null = null;
  #lastQuality: ConnectionQuality | null = null;
  #trips: readonly number[] = [];
  readonly #clock = new ClockEstimate();
  #open: readonly Open[] = [];
  /** Of the pings of the WebSocket, which the browser answers itself: no script of a page delays them. */
  #protocolTrips: readonly number[] = [];
  /** How much later than that the page answered. */
  #pageMs: readonly number[] = [];
  #claims: readonly Claim[] = [];

  /** @param address of its network; null: unknown, or this machine */
  constructor(readonly address: string | null) {}

  /** A pong with this nonce and a ping of the WebSocket with the same are sent now. */
  sent(nonce: number, now: number): void {
    this.#open = [...this.#open, { nonce, sentAt: now, isEchoed: false, pongedAt: null }].slice(-OPEN_MAX);
  }

  /** False: nothing waits for this nonce, which was made up, echoed before or forgotten. */
  echoed(nonce: number, at: number, now: number): boolean {
    const open = this.#open.find((each) => each.nonce === nonce && !each.isEchoed);
    if (open === undefined) return false;
    open.isEchoed = true;
    if (open.pongedAt !== null) this.#pageMs = [...this.#pageMs, now - open.pongedAt].slice(-PROTOCOL_KEPT);
    this.#clock.add({ sentAt: open.sentAt, echoedAt: at, receivedAt: now });
    const reading = this.#clock.at(now);
    this.roundTripMs = reading === null ? null : this.#lowest(reading);
    this.#rate(now - open.sentAt);
    return true;
  }

  /** The browser has answered the ping of the WebSocket. False as with `echoed`. */
  ponged(nonce: number, now: number): boolean {
    const open = this.#open.find((each) => each.nonce === nonce && each.pongedAt === null);
    if (open === undefined) return false;
    open.pongedAt = now;
    this.#protocolTrips = [...this.#protocolTrips, now - open.sentAt].slice(-PROTOCOL_KEPT);
    return true;
  }

  /** What is known of a buzz; undefined: it counts when it arrived. */
  timingOf(touchedMs: number, now: number, venueMs: number | null): BuzzTiming | undefined {
    const reading = this.#clock.at(now);
    if (reading === null || !Number.isFinite(touchedMs)) return undefined;
    const { offsetMs, errorMs, usualMs } = reading;
    const agoMs = now - (touchedMs + offsetMs);
    // No touch comes after its arrival: the clock has jumped.
    if (agoMs < -errorMs) this.#clock.reset();
    if (agoMs < -errorMs || agoMs > TOUCH_MAX_MS) return undefined;
    const roundTripMs = this.#lowest(reading);
    this.#claims = [...this.#claims, { agoMs, roundTripMs, usualMs, venueMs }].slice(-CLAIMS_KEPT);
    const doubt = doubtOf({ pageMs: this.#pageMs, claims: this.#claims });
    return {
      agoMs: tenths(agoMs),
      errorMs: tenths(errorMs),
      roundTripMs: tenths(roundTripMs),
      venueMs: venueMs === null ? null : tenths(venueMs),
      ...(doubt !== null && { doubt }),
    };
  }

  #rate(tripMs: number): void {
    this.#trips = [...this.#trips, tripMs].slice(-TRIPS_KEPT);
    const quality = connectionQuality(this.#trips);
    if (this.quality === null || quality === this.#lastQuality) this.quality = quality;
    this.#lastQuality = quality;
  }

  #lowest({ roundTripMs }: ClockReading): number {
    return Math.min(roundTripMs, Math.min(...this.#protocolTrips) + PAGE_MS);
  }
}

/** Finer than any of it is known; it goes into the log. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;
