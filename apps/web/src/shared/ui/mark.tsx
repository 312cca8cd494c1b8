import styles from './wordmark.module.css';

/** The same path is in public/favicon.svg. */
const MARK_PATH =
  'M3 15.5c1.7-6.5 4.2-6.5 6 .8s4.5 7.3 6 0C16.4 9.5 17 5 19.7 5c2.9 0 3.3 4.2 3.3 8.6v7.3a3.3 3.3 0 0 0 6.6 0v-1.6';

export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 1.5 32 26" fill="none" aria-hidden focusable="false">
      <path d={MARK_PATH} stroke="currentColor" strokeWidth="3.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className={styles.word}>
      earworm
      <Mark className={styles.mark} />
    </span>
  );
}
