import { Mark } from './mark.js';
import styles from './wordmark.module.css';

/** The product's name with its mark. Sized by the font size around it. */
export function Wordmark() {
  return (
    <span className={styles.word}>
      earworm
      <Mark className={styles.mark} />
    </span>
  );
}
