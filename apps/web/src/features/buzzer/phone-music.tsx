import { memo, useEffect, type RefObject } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { playbackOf } from '../../shared/game/playback.js';
import { useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly isHidden: boolean;
  /** Gets since when this phone has been playing the song, by the page's monotonic clock; null while it does not. */
  readonly heardSince: RefObject<number | null>;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs, isHidden, heardSince }: PhoneMusicProps) {
  const song = playbackOf(view, clockOffsetMs);
  // A video only plays where it is seen.
  const playback = isHidden && song?.medium.kind === 'youtube' ? null : song;
  const media = useMedia(playback);
  const questionId = media.state.status === 'playing' ? view.current?.questionId : undefined;
  useEffect(() => {
    if (questionId === undefined) return;
    heardSince.current = performance.now();
    return () => {
      heardSince.current = null;
    };
  }, [questionId, heardSince]);
  return <MediaCard media={media} playback={playback} compact />;
});
