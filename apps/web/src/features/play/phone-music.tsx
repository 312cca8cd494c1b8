import type { GameView } from '@earworm/rules';
import { MediaCard } from './media-card.js';
import { programmeOf } from './programme.js';
import { useMedia } from '../../media/use-media.js';

/** In a game without a common room every phone plays the song itself. */
export function PhoneMusic({ view, clockOffsetMs }: { view: GameView; clockOffsetMs: number }) {
  const programme = programmeOf(view, clockOffsetMs);
  const media = useMedia(programme);
  return <MediaCard media={media} programme={programme} compact />;
}
