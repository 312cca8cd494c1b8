import type { PendingDelay } from '@earworm/client';
import { useNow } from '../ui/use-now.js';

/** Rare enough for a screen reader. */
const UPDATE_INTERVAL_MS = 2_000;
const MINUTE_MS = 60_000;

/** Counts down between the server's reports. `minutes`: what is left, 0 below one minute. */
export function usePlaceInLine(
  delay: PendingDelay | null,
): { readonly place: number; readonly minutes: number } | null {
  const now = useNow(0, delay !== null, UPDATE_INTERVAL_MS);
  if (delay === null) return null;
  const left = Math.max(0, delay.until - now);
  const place = Math.max(1, Math.min(delay.place, Math.ceil(left / delay.everyMs)));
  return { place, minutes: left < MINUTE_MS ? 0 : Math.round(left / MINUTE_MS) };
}
