import { t } from '../../platform/i18n/t.js';
import { LateNotice } from '../late/late-notice.js';
import { useLate } from '../late/use-late.js';
import styles from './page.module.css';

/** Every page renders one; the title in index.html is for clients without scripts. */
export const PageTitle = ({ text }: { text: string }) => <title>{`${text} · Earworm`}</title>;

/** Where something else says what is awaited, and for how long. */
export function Spinner() {
  return (
    <div className={styles.page} role="status" aria-label={t('loading')} data-loading>
      {[0, 1, 2, 3, 4].map((bar) => (
        <i key={bar} className={styles.bar} />
      ))}
    </div>
  );
}

/** Until it is late; then what is wrong. */
export function PageSpinner() {
  const late = useLate(true);
  return late ? (
    <div className={styles.late}>
      <LateNotice late={late} />
    </div>
  ) : (
    <Spinner />
  );
}
