import { useYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { type BoardCategory, mediumOfQuestion } from '../../shared/live/board.js';
import { ConsentPrompt } from '../../shared/media/consent-prompt.js';
import { YoutubeSwitch } from '../../shared/media/youtube-switch.js';
import styles from './setup-desk.module.css';

interface Props {
  readonly categories: readonly BoardCategory[];
}

const needsYoutube = ({ categories }: Props): boolean =>
  categories.some(({ questions }) => questions.some((question) => mediumOfQuestion(question)?.kind === 'youtube'));

/** Asks as soon as the board has a song of YouTube: once the game runs, the question would hold up the room. */
export function SetupConsent(board: Props) {
  const hasConsent = useYoutubeConsent();
  if (hasConsent || !needsYoutube(board)) return null;
  return (
    <div className={styles.consent}>
      <ConsentPrompt as="card" />
    </div>
  );
}

/** Takes the consent back, of which nothing else reminds. */
export function ConsentCard(board: Props) {
  const hasConsent = useYoutubeConsent();
  if (!hasConsent || !needsYoutube(board)) return null;
  return (
    <section className={styles.card}>
      <YoutubeSwitch />
    </section>
  );
}
