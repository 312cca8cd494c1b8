import type { GameView } from '@earworm/rules';
import { useYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { ConsentPrompt } from '../../shared/media/consent-prompt.js';

interface DeskConsentProps {
  readonly view: GameView;
  /** This desk plays the music. */
  readonly playsHere: boolean;
  /** In the place of the video that is being played. */
  readonly isAskedBelow: boolean;
}

/** Until the moderator agrees, songs of YouTube are silent; the game can be played. */
export function DeskConsent({ view, playsHere, isAskedBelow }: DeskConsentProps) {
  const hasConsent = useYoutubeConsent();
  if (hasConsent || !playsHere || isAskedBelow) return null;
  const isToCome = view.categories.some(({ questions }) =>
    questions.some(({ answered, secret }) => !answered && secret?.medium.kind === 'youtube'),
  );
  return isToCome ? <ConsentPrompt as="bar" /> : null;
}
