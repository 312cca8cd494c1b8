import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { busyDuring } from '../../platform/busy-control.js';
import { t } from '../../platform/i18n/t.js';
import { toggleTips, useTips } from '../../platform/storage/tips.js';
import { PlainButton } from '../../shared/controls/button.js';
import styles from './footer.module.css';

const chooseOther = async () =>
  (await import('../../platform/i18n/languages.js')).chooseLanguage(t('otherLanguageTag'));
const switchLanguage = () => busyDuring(chooseOther());

export function Footer({ children }: { children: ReactNode }) {
  const tips = useTips((tips) => tips.wanted);
  return (
    <footer className={styles.footer}>
      <Link to="/terms">{t('terms')}</Link>
      <Link to="/privacy">{t('privacy')}</Link>
      <a href="https://www.youtube.com/t/terms" target="_blank" rel="noopener">
        {t('youtubeTerms')}
      </a>
      <PlainButton className={styles.button} aria-pressed={tips} onClick={toggleTips}>
        {t(tips ? 'hideTips' : 'showTips')}
      </PlainButton>
      <PlainButton className={styles.button} lang={t('otherLanguageTag')} onClick={() => void switchLanguage()}>
        {t('otherLanguage')}
      </PlainButton>
      {children}
    </footer>
  );
}
