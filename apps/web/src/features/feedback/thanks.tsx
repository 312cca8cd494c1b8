import { IconCheck } from '@tabler/icons-react';
import styles from './feedback.module.css';
import { t } from './texts.js';

export const Thanks = () => (
  <div className={styles.thanks} role="status">
    <span className={styles.tick}>
      <IconCheck size={36} stroke={3} />
    </span>
    <p className={styles.thanksTitle}>{t('thanks')}</p>
    <p className={styles.hint}>{t('thanksHint')}</p>
  </div>
);
