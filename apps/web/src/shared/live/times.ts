import { songHeardMs, type CurrentView, type QueueEntry } from '@earworm/rules';
import { hundredths, tenths } from '../../platform/i18n/numbers.js';

/** 74000 → 1:14. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 182 → 0.18 s. */
export const seconds = (ms: number): string => `${hundredths(Math.max(0, ms) / 1000)} s`;

/** ms, up to the song's length. */
export const heardMsAt = (current: CurrentView, now: number): number =>
  Math.min(songHeardMs(current, now), current.songLengthMs ?? Infinity);

/**
 * The song stops at the first buzz and may continue for later ones, so a player has heard at most the time before
 * their buzz.
 */
export const intoSong = (current: CurrentView, entry: QueueEntry): string => {
  const passedMs = Math.max(0, entry.at - current.questionStartTime);
  return `${tenths(Math.min(heardMsAt(current, entry.at), passedMs) / 1000)} s`;
};
