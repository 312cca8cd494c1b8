import type { CurrentView } from '@earworm/rules';
import { heardMsAt } from './times.js';
import { useNow } from '../ui/use-now.js';

/** Used until the desk has reported the song's length. */
const NOMINAL_MS = 60_000;

interface Song {
  readonly heardMs: number;
  readonly share: number;
}

export function useSong(current: CurrentView | null, clockOffsetMs: number): Song {
  const now = useNow(clockOffsetMs, current !== null && current.heardSince !== null);
  if (current === null) return { heardMs: 0, share: 0 };
  const heardMs = heardMsAt(current, now);
  return { heardMs, share: Math.min(1, heardMs / (current.songLengthMs ?? NOMINAL_MS)) };
}
