import { PageSpinner } from '../ui/page-spinner.js';
import { PageTitle } from '../ui/page-title.js';
import styles from './dead-end.module.css';

/** A whole-page wait that says what for. */
export function Waiting({ text }: { text: string }) {
  return (
    <main className={styles.waiting} aria-busy>
      <PageTitle text={text} />
      <PageSpinner />
      <p role="status" className={styles.wait}>
        {text}
      </p>
    </main>
  );
}
