import { t } from '../../platform/i18n/t.js';
import styles from './page.module.css';

/** Every page renders one; the title in index.html is for clients without scripts. */
export const PageTitle = ({ text }: { text: string }) => <title>{`${text} · Earworm`}</title>;

export function PageSpinner() {
  return (
    <div className={styles.page} role="status" aria-label={t('loading')} data-loading>
      {[0, 1, 2, 3, 4].map((bar) => (
        <i key={bar} className={styles.bar} />
      ))}
    </div>
  );
}
