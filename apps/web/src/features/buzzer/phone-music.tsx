import { memo } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { programmeOf } from '../../shared/game/programme.js';
import { useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs }: PhoneMusicProps) {
  const programme = programmeOf(view, clockOffsetMs);
  const media = useMedia(programme);
  return <MediaCard media={media} programme={programme} compact />;
});
