import type { BuzzTiming } from '@earworm/contracts';
import { medianOf } from './clock-estimate.js';

/** What a phone said of one buzz, and what was known of its connection then. All in ms. */
export interface Claim {
  readonly agoMs: number;
  readonly roundTripMs: number;
  /** The median round trip. */
  readonly usualMs: number;
  readonly venueMs: number | null;
}

/**
 * `late-echoes`: the page answers much later than the browser, as when a script delays it to look slow. `far-touches`: the phone
 * says, buzz after buzz, that it was touched longer ago than a way to here takes. `far-from-venue`: it is much slower than all
 * phones around it. Each is a reason to look, and no proof.
 */
export type Doubt = NonNullable<BuzzTiming['doubt']>;

export interface Evidence {
  /** How much later than the browser the page answered, each time. */
  readonly pageMs: readonly number[];
  /** In the order in which they came. */
  readonly claims: readonly Claim[];
}

const ENOUGH_ECHOES = 5;
/** A page is busy at times, but not each time. */
const LATE_ECHO_MS = 40;
const ENOUGH_CLAIMS = 8;
/** Of the round trip; the way to here is about half of it, and six tenths where the two ways differ much. */
const FAR_SHARE = 0.85;
/** Less is not worth a lie, and may be a slow screen. */
const FAR_MS = 25;
const VENUE_TIMES = 2;
const VENUE_MS = 50;

export function doubtOf({ pageMs, claims }: Evidence): Doubt | null {
  if (pageMs.length >= ENOUGH_ECHOES && Math.min(...pageMs) > LATE_ECHO_MS) return 'late-echoes';
  if (claims.length < ENOUGH_CLAIMS) return null;
  const shares = medianBy(claims, ({ agoMs, usualMs }) => agoMs / Math.max(usualMs, 1));
  const above = medianBy(claims, ({ agoMs, usualMs }) => agoMs - usualMs / 2);
  if (shares > FAR_SHARE && above > FAR_MS) return 'far-touches';
  const isFar = ({ roundTripMs, venueMs }: Claim) => venueMs !== null && roundTripMs > VENUE_TIMES * venueMs + VENUE_MS;
  return claims.every(isFar) ? 'far-from-venue' : null;
}

const medianBy = (claims: readonly Claim[], of: (claim: Claim) => number): number =>
  medianOf(claims.map(of).sort((a, b) => a - b)) ?? 0;
