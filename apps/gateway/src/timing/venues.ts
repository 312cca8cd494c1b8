import { medianOf } from './clock-estimate.js';
import type { MeasuredLink } from './measured-link.js';

/** Of fewer phones a median says nothing. */
const ENOUGH = 3;
const KEPT_MS = 1_000;

interface Venue {
  readonly links: Set<MeasuredLink>;
  medianMs: number | null;
  /** When it was computed. */
  at: number;
}

/** The measured sockets of each network address at this gateway: phones in one Wi-Fi share it. */
export class Venues {
  readonly #venues = new Map<string, Venue>();

  join(link: MeasuredLink): void {
    const { address } = link;
    if (address === null) return;
    const venue = this.#venues.get(address);
    if (venue === undefined) this.#venues.set(address, { links: new Set([link]), medianMs: null, at: -Infinity });
    else venue.links.add(link);
  }

  leave(link: MeasuredLink): void {
    const { address } = link;
    if (address === null) return;
    const venue = this.#venues.get(address);
    venue?.links.delete(link);
    if (venue?.links.size === 0) this.#venues.delete(address);
  }

  /** The median of the shortest round trips, at most a second old; null where too few are known. */
  medianMs(address: string | null, now: number): number | null {
    const venue = address === null ? undefined : this.#venues.get(address);
    if (venue === undefined) return null;
    if (now - venue.at < KEPT_MS) return venue.medianMs;
    const known = [...venue.links].map((link) => link.roundTripMs).filter((ms) => ms !== null);
    venue.medianMs = known.length < ENOUGH ? null : medianOf(known.sort((a, b) => a - b));
    venue.at = now;
    return venue.medianMs;
  }
}
