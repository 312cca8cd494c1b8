import { memo } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { playbackOf } from '../../shared/game/playback.js';
import { useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs }: PhoneMusicProps) {
  const playback = playbackOf(view, clockOffsetMs);
  const media = useMedia(playback);
  return <MediaCard media={media} playback={playback} compact />;
});
