import { useState } from 'react';
import { UnsavedList } from './unsaved-list.js';
import { unsavedQuestions } from '../../shared/live/unsaved-questions.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

export function UnsavedCard() {
  const [left, setLeft] = useState(unsavedQuestions);
  if (left.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="left-questions">
      <h2 className={styles.cardTitle} id="left-questions">
        {t('leftTitle')}
      </h2>
      <p className={styles.hint}>{t('leftText')}</p>
      <UnsavedList left={left} onDiscarded={() => setLeft([])} />
    </section>
  );
}
