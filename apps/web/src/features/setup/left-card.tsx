import { useState } from 'react';
import { LeftList } from './left-list.js';
import { leftQuestions } from '../../shared/live/left-questions.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

export function LeftCard() {
  const [left, setLeft] = useState(leftQuestions);
  if (left.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="left-questions">
      <h2 className={styles.cardTitle} id="left-questions">
        {t('leftTitle')}
      </h2>
      <p className={styles.hint}>{t('leftText')}</p>
      <LeftList left={left} onDiscarded={() => setLeft([])} />
    </section>
  );
}
