import { useEffect, useState } from 'react';
import type { CurrentView } from '@earworm/rules';

const EVERY_MS = 200;

/** How long the song has been heard, in ms: it stands while the music is paused. A phone is not told its length. */
export function useSongMs(current: CurrentView | null, clockOffsetMs: number): number {
  const [heard, setHeard] = useState({ questionId: '', ms: 0 });
  const questionId = current?.questionId ?? '';
  const playing = current !== null && !current.musicPaused;
  const [openedAt] = useState(Date.now);
  const atStart = current ? Math.max(0, openedAt + clockOffsetMs - current.questionStartTime) : 0;

  if (heard.questionId !== questionId) setHeard({ questionId, ms: atStart });

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const step = now - last;
      last = now;
      setHeard((before) => (before.questionId === questionId ? { ...before, ms: before.ms + step } : before));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [playing, questionId]);

  return heard.ms;
}
