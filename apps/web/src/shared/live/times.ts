import { songHeardMs, type CurrentView, type QueueEntry } from '@earworm/rules';
import { hundredths, tenths } from '../../platform/i18n/numbers.js';

/** 74000 → 1:14. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 182 → 0.18 s. */
export const seconds = (ms: number): string => `${hundredths(Math.max(0, ms) / 1000)} s`;

/** How far into the song the room is, ms: a song that has ended is heard no further. */
export const heardMsAt = (current: CurrentView, now: number): number =>
  Math.min(songHeardMs(current, now), current.songLengthMs ?? Infinity);

/**
 * How long the song had been heard when this player pressed. The song stood from the first press on and may have played on
 * since for those further back, so nobody has heard more of it than the time there was before their press.
 */
export const intoSong = (current: CurrentView, entry: QueueEntry): string => {
  const passedMs = Math.max(0, entry.at - current.questionStartTime);
  return `${tenths(Math.min(heardMsAt(current, entry.at), passedMs) / 1000)} s`;
};
