import { memo, useEffect, type RefObject } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { playbackOf } from '../../shared/game/playback.js';
import { isPlaying } from '../../shared/live/round.js';
import { type Media, useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly isHidden: boolean;
  /** Gets when the song began on this phone, by the page's monotonic clock; null while it has not, or the game is silent. */
  readonly heardSince: RefObject<number | null>;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs, isHidden, heardSince }: PhoneMusicProps) {
  const song = playbackOf(view, clockOffsetMs);
  // A video only plays where it is seen.
  const playback = isHidden && song?.medium.kind === 'youtube' ? null : song;
  const media = useMedia(playback);
  useHeardSince(view, media, heardSince);
  return <MediaCard media={media} playback={playback} compact />;
});

/**
 * From the first sound after the question began or the game resumed its music. It stays while the player buffers, since the
 * song had begun all the same, and while buzzes are held: the first of them stops the music on all phones.
 */
function useHeardSince(view: GameView, { deck, state }: Media, startRef: RefObject<number | null>): void {
  const { current } = view;
  const questionId = current?.questionId;
  const isRunning = current !== null && isPlaying(view, current);
  const isHeld = current?.hold !== undefined;
  useEffect(
    () => () => {
      startRef.current = null;
    },
    [questionId, startRef],
  );
  useEffect(() => {
    if (!isHeld) startRef.current = null;
  }, [isRunning, isHeld, startRef]);
  useEffect(() => {
    // Asked of the deck: the status of this render may be that of the song before.
    if (isRunning && deck.state.status === 'playing') startRef.current ??= performance.now();
  }, [questionId, isRunning, deck, state.status, startRef]);
}
