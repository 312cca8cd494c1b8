import type { CurrentView } from '@earworm/rules';
import { heardMsAt } from './times.js';
import { useNow } from '../ui/use-now.js';

/** Until the moderator's player has told how long the song is, its wave is drawn as if it were this long. */
const NOMINAL_MS = 60_000;

interface Song {
  readonly heardMs: number;
  /** Of the whole, 0 to 1. */
  readonly share: number;
}

/** How far the song is for the whole room; it stands while the music is paused, and at its end. */
export function useSong(current: CurrentView | null, clockOffsetMs: number): Song {
  const now = useNow(clockOffsetMs, current !== null && current.heardSince !== null);
  if (current === null) return { heardMs: 0, share: 0 };
  const heardMs = heardMsAt(current, now);
  return { heardMs, share: Math.min(1, heardMs / (current.songLengthMs ?? NOMINAL_MS)) };
}
