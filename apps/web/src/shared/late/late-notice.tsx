import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import styles from './late-notice.module.css';
import { t } from './texts.js';
import { type Late, useLate } from './use-late.js';

export interface LateNoticeProps {
  readonly late: Late;
  /** The live connection of a game, or an answer over HTTP. */
  readonly awaits?: 'live' | 'answer';
  /** Whose next step is named: only the host can do something about the server. */
  readonly audience?: 'player' | 'host';
  /** Default: `h2`. */
  readonly heading?: 'h1' | 'h2';
  /** Default: the page is reloaded. */
  readonly onRetry?: () => void;
}

/** What works, what does not, and what to do about it. */
export function LateNotice({
  late,
  awaits = 'answer',
  audience = 'player',
  heading: Heading = 'h2',
  onRetry,
}: LateNoticeProps) {
  const retry = () => {
    if (onRetry === undefined) return location.reload();
    onRetry();
    late.check();
  };
  const { title, lines } = wordsFor(late, awaits, audience === 'host');
  return (
    <div className={styles.notice} role="alert">
      <Heading className={styles.title}>{title}</Heading>
      {lines.map((line) => (
        <p key={line} className={styles.text}>
          {line}
        </p>
      ))}
      <div className={styles.actions}>
        <Button loading={late.isChecking} onClick={retry}>
          {t('again')}
        </Button>
        <Button variant="default" component={Link} to="/">
          {t('home')}
        </Button>
      </div>
    </div>
  );
}

function wordsFor({ reach }: Late, awaits: 'live' | 'answer', isHost: boolean): { title: string; lines: string[] } {
  switch (reach) {
    case 'offline':
      return { title: t('offline'), lines: [t('offlineText')] };
    case 'unreachable': {
      const next = t(isHost ? 'unreachableHost' : 'unreachablePlayer');
      return { title: t('unreachable'), lines: [t('unreachableText'), next] };
    }
    case 'answers': {
      if (awaits === 'answer') return { title: t('slow'), lines: [t('slowText')] };
      const next = t(isHost ? 'blockedHost' : 'blockedPlayer');
      return { title: t('blocked'), lines: [t('blockedText'), next] };
    }
  }
}

/** Beside whatever says that something is loading: nothing, until it is late. */
export function WhenLate() {
  const late = useLate(true);
  return late && <LateNotice late={late} />;
}
