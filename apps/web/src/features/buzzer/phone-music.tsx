import { memo } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { playbackOf } from '../../shared/game/playback.js';
import { useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly isHidden: boolean;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs, isHidden }: PhoneMusicProps) {
  const song = playbackOf(view, clockOffsetMs);
  // A video only plays where it is seen.
  const playback = isHidden && song?.medium.kind === 'youtube' ? null : song;
  const media = useMedia(playback);
  return <MediaCard media={media} playback={playback} compact />;
});
