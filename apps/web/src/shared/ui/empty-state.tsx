import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Wave } from './wave.js';

interface Props {
  readonly title: string;
  /** What to do about it. */
  readonly hint: string;
  readonly action?: ReactNode;
}

/** A list without entries says what to do. */
export function EmptyState({ title, hint, action }: Props) {
  return (
    <div className={styles.empty}>
      <Wave progress={null} bars={16} className={styles.wave} />
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{hint}</p>
      {action}
    </div>
  );
}
