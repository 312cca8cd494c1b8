import { IconBrandYoutube } from '@tabler/icons-react';
import { textsOf } from '../../platform/i18n/texts.js';
import { giveYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { Button } from '../controls/button.js';
import styles from './consent-prompt.module.css';

export const t = textsOf('youtubeConsent', {
  from: 'Music comes from YouTube (Google).',
  sends: 'Playing it sends your IP address to Google. Songs are silent until you agree.',
  give: 'Play music from YouTube',
  on: 'This device may play music from YouTube.',
  off: 'This device loads nothing from YouTube.',
  stop: 'Stop music from YouTube',
});

interface Props {
  /** `place`: where the video would be. `card`: among others. `bar`: under the header of a screen. */
  readonly as: 'place' | 'card' | 'bar';
}

/** Asks before the first request to YouTube. One tap, remembered by this device; the privacy page takes it back. */
export function ConsentPrompt({ as }: Props) {
  return (
    <section className={styles.consent} data-as={as} data-testid="youtube-consent">
      <p className={styles.text}>
        <b>{t('from')}</b> <span>{t('sends')}</span>
      </p>
      <Button
        size={as === 'bar' ? 'sm' : 'md'}
        leftSection={<IconBrandYoutube size={20} aria-hidden />}
        onClick={giveYoutubeConsent}
      >
        {t('give')}
      </Button>
    </section>
  );
}
