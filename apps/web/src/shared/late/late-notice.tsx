import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { create } from 'zustand';
import styles from './late-notice.module.css';
import { t } from './texts.js';
import { type Late, useLate } from './use-late.js';
import { Button } from '../controls/button.js';

export interface LateWords {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Words for a player, or for anyone who waits for an answer over HTTP. */
export function wordsFor({ reach }: Pick<Late, 'reach'>): LateWords {
  switch (reach) {
    case 'offline':
      return { title: t('offline'), lines: [t('offlineText')] };
    case 'unreachable':
      return { title: t('unreachable'), lines: [t('unreachableText'), t('unreachablePlayer')] };
    case 'busy':
      return { title: t('busy'), lines: [t('busyText')] };
    case 'answers':
      return { title: t('slow'), lines: [t('slowText')] };
  }
}

/** How many parts of the page say what is awaited and for how long. */
export const useExplained = create<number>(() => 0);

export function useExplains(isExplained: boolean): void {
  useEffect(() => {
    if (!isExplained) return;
    useExplained.setState((count) => count + 1);
    return () => useExplained.setState((count) => count - 1);
  }, [isExplained]);
}

interface LateNoticeProps {
  readonly late: Late;
  readonly words?: LateWords;
  /** Default: `h2`. */
  readonly heading?: 'h1' | 'h2';
  /** Beside a page that can still be used: small, and without a way home. */
  readonly compact?: boolean;
  /** Default: the page is reloaded. */
  readonly onRetry?: () => void;
}

/** What works, what does not, and what to do about it. */
export function LateNotice({
  late,
  words = wordsFor(late),
  heading: Heading = 'h2',
  compact = false,
  onRetry,
}: LateNoticeProps) {
  useExplains(true);
  const retry = () => {
    if (onRetry === undefined) return location.reload();
    onRetry();
    late.check();
  };
  return (
    <div className={styles.notice} data-compact={compact || undefined} role="alert">
      <Heading className={styles.title}>{words.title}</Heading>
      {words.lines.map((line) => (
        <p key={line} className={styles.text}>
          {line}
        </p>
      ))}
      <div className={styles.actions}>
        <Button loading={late.isChecking} onClick={retry}>
          {t('again')}
        </Button>
        {!compact && (
          <Button variant="default" component={Link} to="/">
            {t('home')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Beside whatever says that something is loading: nothing, until it is late. */
export function WhenLate() {
  const late = useLate(true);
  return late && <LateNotice late={late} />;
}
