import type { GameView } from '@earworm/rules';
import type { Programme } from '../../media/media-deck.js';

/** A song that began less than this ago is played from its start; later a page was opened in the middle of it. */
const FRESH_MS = 3_000;

/** What is to be heard on this device; null when nothing is, or when this role is not told what it is. */
export function programmeOf(view: GameView, clockOffsetMs: number): Programme | null {
  const { current } = view;
  if (view.status !== 'playing' || !current?.medium) return null;
  return {
    questionId: current.questionId,
    medium: current.medium,
    playing: !current.musicPaused,
    heardMs() {
      const heard = Date.now() + clockOffsetMs - current.questionStartTime - current.pausedMs;
      return heard < FRESH_MS ? 0 : heard;
    },
  };
}
