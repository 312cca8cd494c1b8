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

/** How much of the song was heard at a buzz. */
export const intoSong = ({ songLengthMs }: CurrentView, { heardMs }: QueueEntry): string =>
  `${tenths(Math.min(heardMs, songLengthMs ?? Infinity) / 1000)} s`;
