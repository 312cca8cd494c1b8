import { t } from '../platform/i18n/t.js';
import { Mark } from '../shared/ui/mark.js';
import styles from '../shared/ui/full-page.module.css';
import { Button } from '../shared/controls/button.js';

export function ErrorScreen() {
  return (
    <main className={styles.page} role="alert">
      <Mark className={styles.mark} />
      <h1 className={styles.title}>{t('wrong')}</h1>
      <p className={styles.text}>{t('wrongHint')}</p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
        <Button variant="default" component="a" href="/">
          {t('returnHome')}
        </Button>
      </div>
    </main>
  );
}
