import type { CurrentView, QueueEntry } from '@earworm/rules';
import { hundredths } from '../ui/numbers.js';

/** 74000 → 1:14. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 182 → 0.18 s. */
export const seconds = (ms: number): string => `${hundredths(Math.max(0, ms) / 1000)} s`;

/** How long the song had been heard when this player pressed. */
export const intoSong = (current: CurrentView, entry: QueueEntry): string =>
  seconds(entry.at - current.questionStartTime - current.pausedMs);
