import { Button, Skeleton } from '@mantine/core';
import type { ErrorCode } from '@earworm/contracts';
import { isGameId } from '@earworm/rules';
import { messageOf } from '../../i18n/message.js';
import { Link, Navigate, useParams } from 'react-router-dom';
import page from '../../app/full-page.module.css';
import { useGame } from '../../live/use-game.js';
import { PageTitle } from '../../ui/page-title.js';
import { SetupDesk } from './setup-desk.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

/** The desk's outline while the game is fetched. */
function Outline() {
  return (
    <div className={styles.desk} role="status" aria-label={t('connecting')}>
      <div className={styles.main}>
        <Skeleton height={260} radius="lg" />
        <Skeleton height={110} radius="lg" />
      </div>
      <div className={styles.side}>
        <Skeleton height={150} radius="lg" />
        <Skeleton height={110} radius="lg" />
      </div>
    </div>
  );
}

/** A game that cannot be set up: why, and the way on. */
function Closed({ by }: { by: ErrorCode }) {
  return (
    <div className={page.page}>
      <h1 className={page.title}>{t('closed')}</h1>
      <p className={page.text} role="alert">
        {messageOf(by)}
      </p>
      <div className={page.actions}>
        <Button component={Link} to="/">
          {t('returnHome')}
        </Button>
      </div>
    </div>
  );
}

function SetupOf({ gameId }: { gameId: string }) {
  const game = useGame(gameId, 'moderator');
  const { view, connection, closedBy } = game.state;
  if (connection === 'closed') return <Closed by={closedBy ?? 'unavailable'} />;
  if (!view) return <Outline />;
  // Started here or in another window: the game goes on at the desk.
  if (view.status !== 'setup') return <Navigate to={`/game/${gameId}`} replace />;
  return <SetupDesk game={game} view={view} />;
}

export function SetupPage() {
  const { gameId = '' } = useParams();
  return (
    <>
      <PageTitle text={t('title')} />
      {isGameId(gameId) ? <SetupOf key={gameId} gameId={gameId} /> : <Closed by="invalid-game-id" />}
    </>
  );
}
