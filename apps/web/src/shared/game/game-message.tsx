import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { ErrorCode } from '@earworm/contracts';
import { openFeedback } from '../../platform/feedback-window.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { useSession } from '../../platform/session/session.js';
import { Mark } from '../ui/mark.js';
import { LateNotice, useExplains, wordsFor } from '../late/late-notice.js';
import { useLate } from '../late/use-late.js';
import { PageTitle, Spinner } from '../ui/page.js';
import styles from './game-message.module.css';
import { t } from './texts.js';
import { Button } from '../controls/button.js';

interface GameMessageProps {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

export function GameMessage({ message, hint, children }: GameMessageProps) {
  return (
    <main className={styles.page} role="alert">
      <PageTitle text={message} />
      <Mark className={styles.mark} />
      <h1 className={styles.message}>{message}</h1>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.actions}>{children}</div>
    </main>
  );
}

interface UnavailableGameProps {
  readonly message: string;
  /** Trying again cannot help: another game has another code. */
  readonly isOver?: boolean;
  readonly onRetry?: (() => void) | undefined;
}

export function UnavailableGame({ message, isOver = false, onRetry }: UnavailableGameProps) {
  return (
    <GameMessage message={message} hint={isOver ? t('otherGame') : undefined}>
      {onRetry && <Button onClick={onRetry}>{t('again')}</Button>}
      <Button component={Link} to="/" variant={onRetry ? 'default' : 'filled'}>
        {t('home')}
      </Button>
      <Button variant="subtle" onClick={() => void openFeedback()}>
        {shared('sendFeedback')}
      </Button>
    </GameMessage>
  );
}

const SESSION_ENDED: readonly ErrorCode[] = ['unauthenticated', 'token-expired'];
const TEMPORARY: readonly ErrorCode[] = [...SESSION_ENDED, 'busy', 'retry', 'unavailable', 'internal'];

export function ConnectionClosed({ code }: { code: ErrorCode | null }) {
  const sessionEnded = code !== null && SESSION_ENDED.includes(code);
  useEffect(() => {
    if (sessionEnded) void useSession.getState().doubted();
  }, [sessionEnded]);
  const canRetry = code === null || TEMPORARY.includes(code);
  return (
    <UnavailableGame
      message={messageOf(code ?? 'unavailable')}
      isOver={code === 'game-not-found' || code === 'game-ended'}
      onRetry={canRetry ? () => location.reload() : undefined}
    />
  );
}

interface WaitingProps {
  readonly text: string;
  /** The text says how long it takes. */
  readonly isExplained?: boolean;
  /** The server has answered that it is busy. */
  readonly isBusy?: boolean;
}

export function Waiting({ text, isExplained = false, isBusy = false }: WaitingProps) {
  const late = useLate(!isExplained);
  useExplains(isExplained);
  return (
    <main className={styles.waiting} aria-busy>
      <PageTitle text={text} />
      {late ? (
        <LateNotice
          late={late}
          words={wordsFor(isBusy && late.reach === 'answers' ? { reach: 'busy' } : late)}
          heading="h1"
        />
      ) : (
        <>
          <Spinner />
          <p role="status" className={styles.wait}>
            {text}
          </p>
        </>
      )}
    </main>
  );
}
