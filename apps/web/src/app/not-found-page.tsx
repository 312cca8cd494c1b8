import { Link } from 'react-router-dom';
import { t } from '../platform/i18n/t.js';
import { PageTitle } from '../shared/ui/page.js';
import styles from '../shared/ui/full-page.module.css';
import { Button } from '../shared/controls/button.js';

export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <PageTitle text={t('notFound')} />
      <p className={styles.number} aria-hidden>
        404
      </p>
      <h1 className={styles.title}>{t('notFound')}</h1>
      <p className={styles.text}>{t('notFoundHint')}</p>
      <div className={styles.actions}>
        <Button component={Link} to="/">
          {t('backHome')}
        </Button>
      </div>
    </div>
  );
}
