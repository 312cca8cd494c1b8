import {
  giveYoutubeConsent,
  useYoutubeConsent,
  withdrawYoutubeConsent,
} from '../../platform/storage/youtube-consent.js';
import { Button } from '../controls/button.js';
import { t } from './consent-prompt.js';
import styles from './consent-prompt.module.css';

/** What this device has answered, and the way to change it. */
export function YoutubeSwitch() {
  const hasConsent = useYoutubeConsent();
  return (
    <div className={styles.switch}>
      <b role="status">{t(hasConsent ? 'on' : 'off')}</b>
      <Button variant="default" size="sm" onClick={hasConsent ? withdrawYoutubeConsent : giveYoutubeConsent}>
        {t(hasConsent ? 'stop' : 'give')}
      </Button>
    </div>
  );
}
