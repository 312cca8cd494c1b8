import { songHeardMs, type GameView, type Medium } from '@earworm/rules';
import { isPlaying } from '../live/round.js';
import type { Playback } from '../media/media-deck.js';

/** A younger song starts from its beginning. */
const FRESH_MS = 3_000;

/** Null when nothing plays, or for roles that do not know the song. */
export function playbackOf(view: GameView, clockOffsetMs: number): Playback | null {
  const { current } = view;
  if (view.status !== 'playing' || !current?.medium) return null;
  return {
    questionId: current.questionId,
    medium: current.medium,
    playing: isPlaying(view, current),
    heardMs() {
      const positionMs = songHeardMs(current, Date.now() + clockOffsetMs);
      return positionMs < FRESH_MS ? 0 : positionMs;
    },
  };
}

/**
 * Prefetched: the first open question of the current category, else of the board. Null for roles that do not know it.
 */
export function likelyNext(view: GameView): Medium | null {
  if (view.status !== 'playing' || view.current) return null;
  const columns = view.categories.filter(({ questions }) => questions.some(({ answered }) => !answered));
  const begun = columns.find(({ questions }) => questions.some(({ answered }) => answered)) ?? columns[0];
  return begun?.questions.find(({ answered }) => !answered)?.secret?.medium ?? null;
}
