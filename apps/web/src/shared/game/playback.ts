import { songHeardMs, type CurrentView, type GameView, type Medium } from '@earworm/rules';
import { findQuestion, isPlaying } from '../live/round.js';
import type { Playback } from '../media/media-deck.js';

/** A younger song starts from its beginning. */
const FRESH_MS = 3_000;

/** Null when nothing plays, or for roles that do not know the song. */
export function playbackOf(view: GameView, clockOffsetMs: number): Playback | null {
  const { current, chorus } = view;
  if (view.status !== 'playing') return null;
  const heardMs = (song: Pick<CurrentView, 'heardMs' | 'heardSince'>) => () => {
    const positionMs = songHeardMs(song, Date.now() + clockOffsetMs);
    return positionMs < FRESH_MS ? 0 : positionMs;
  };
  if (current?.medium) {
    const { questionId, medium } = current;
    return { questionId, medium, playing: isPlaying(view, current), heardMs: heardMs(current) };
  }
  const medium = chorus && findQuestion(view, chorus.questionId)?.question.secret?.medium;
  if (!medium) return null;
  return { questionId: chorus.questionId, medium, playing: chorus.heardSince !== null, heardMs: heardMs(chorus) };
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
