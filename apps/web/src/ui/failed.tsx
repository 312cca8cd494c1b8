import { Button } from '@mantine/core';
import styles from './failed.module.css';

interface Props {
  readonly text: string;
  readonly again: string;
  readonly busy: boolean;
  onAgain(): void;
}

/** What could not be fetched, and the way to try again. */
export function Failed({ text, again, busy, onAgain }: Props) {
  return (
    <div className={styles.failed} role="alert">
      <span>{text}</span>
      <Button variant="default" loading={busy} onClick={onAgain}>
        {again}
      </Button>
    </div>
  );
}
