import { memo } from 'react';
import type { GameView } from '@earworm/rules';
import { MediaCard } from '../../shared/game/media-card.js';
import { programmeOf } from '../../shared/game/programme.js';
import { useMedia } from '../../shared/media/use-media.js';

interface PhoneMusicProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
}

/** In a game without a common room every phone plays the song itself; a press does not wait for it to be drawn. */
export const PhoneMusic = memo(function PhoneMusic({ view, clockOffsetMs }: PhoneMusicProps) {
  const programme = programmeOf(view, clockOffsetMs);
  const media = useMedia(programme);
  return <MediaCard media={media} programme={programme} compact />;
});
