import { t } from '../../platform/i18n/t.js';
import styles from './page-spinner.module.css';

export function PageSpinner() {
  return (
    <div className={styles.page} role="status" aria-label={t('loading')} data-loading>
      {[0, 1, 2, 3, 4].map((bar) => (
        <i key={bar} className={styles.bar} />
      ))}
    </div>
  );
}
