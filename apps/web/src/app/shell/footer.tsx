import { Link } from 'react-router-dom';
import { t } from '../../i18n/t.js';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <Link to="/terms">{t('terms')}</Link>
      <Link to="/privacy">{t('privacy')}</Link>
      <a href="https://www.youtube.com/t/terms" target="_blank" rel="noopener">
        {t('youtubeTerms')}
      </a>
    </footer>
  );
}
