import { t } from '../i18n/t.js';
import { PageTitle } from '../ui/page-title.js';
import styles from './full-page.module.css';

/** In the place of a page that another part of this release brings. */
export function ComingPage() {
  return (
    <div className={styles.page}>
      <PageTitle text={t('coming')} />
      <h1 className={styles.title}>{t('coming')}</h1>
    </div>
  );
}
