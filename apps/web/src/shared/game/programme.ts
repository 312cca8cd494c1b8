import { songHeardMs, type GameView, type Medium } from '@earworm/rules';
import { isPlaying } from '../live/round.js';
import type { Programme } from '../media/media-deck.js';

/** A song that began less than this ago is played from its start; later a page was opened in the middle of it. */
const FRESH_MS = 3_000;

/** What is to be heard on this device; null when nothing is, or when this role is not told what it is. */
export function programmeOf(view: GameView, clockOffsetMs: number): Programme | null {
  const { current } = view;
  if (view.status !== 'playing' || !current?.medium) return null;
  return {
    questionId: current.questionId,
    medium: current.medium,
    playing: isPlaying(view, current),
    heardMs() {
      const heard = songHeardMs(current, Date.now() + clockOffsetMs);
      return heard < FRESH_MS ? 0 : heard;
    },
  };
}

/**
 * What the moderator may well pick next, to be fetched ahead: the first open question of the column in which the game
 * is, else of the board. Null for roles that are not told.
 */
export function likelyNext(view: GameView): Medium | null {
  if (view.status !== 'playing' || view.current) return null;
  const columns = view.categories.filter(({ questions }) => questions.some(({ answered }) => !answered));
  const begun = columns.find(({ questions }) => questions.some(({ answered }) => answered)) ?? columns[0];
  return begun?.questions.find(({ answered }) => !answered)?.secret?.medium ?? null;
}
