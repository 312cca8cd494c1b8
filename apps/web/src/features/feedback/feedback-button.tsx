import { openFeedback } from '../../platform/feedback-window.js';
import { t } from '../../platform/i18n/t.js';
import { PlainButton } from '../../shared/controls/button.js';
import styles from './feedback-button.module.css';

export function FeedbackButton() {
  return (
    <PlainButton className={styles.button} data-feedback onClick={() => void openFeedback()}>
      <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="M4 5h16v11H9l-5 4z" strokeLinejoin="round" />
        <path d="M8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01" strokeLinecap="round" strokeWidth="2.6" />
      </svg>
      {t('sendFeedback')}
    </PlainButton>
  );
}
