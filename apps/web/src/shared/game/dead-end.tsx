import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { openFeedback } from '../../platform/feedback-window.js';
import { t as shared } from '../../platform/i18n/t.js';
import { Mark } from '../ui/mark.js';
import { PageTitle } from '../ui/page-title.js';
import styles from './dead-end.module.css';
import { t } from './texts.js';

interface DeadEndProps {
  readonly message: string;
  /** There is no such game to play, now or later: another one has another code. */
  readonly isOver?: boolean;
  /** Offered where another try may help. */
  readonly onAgain?: (() => void) | undefined;
}

/** A game that cannot be shown: what happened, and the way on. */
export function DeadEnd({ message, isOver = false, onAgain }: DeadEndProps) {
  return (
    <main className={styles.page} role="alert">
      <PageTitle text={message} />
      <Mark className={styles.mark} />
      <h1 className={styles.message}>{message}</h1>
      {isOver && <p className={styles.hint}>{t('otherGame')}</p>}
      <div className={styles.ways}>
        {onAgain && <Button onClick={onAgain}>{t('again')}</Button>}
        <Button component={Link} to="/" variant={onAgain ? 'default' : 'filled'}>
          {t('home')}
        </Button>
        <Button variant="subtle" onClick={() => void openFeedback()}>
          {shared('sendFeedback')}
        </Button>
      </div>
    </main>
  );
}
