import { Button, Skeleton } from '@mantine/core';
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

function SetupOf({ gameId }: { gameId: string }) {
  const game = useGame(gameId, 'moderator');
  const { view, connection, closedBy } = game.state;
  if (connection === 'closed') {
    return (
      <div className={page.page}>
        <h1 className={page.title}>{t('closed')}</h1>
        <p className={page.text} role="alert">
          {messageOf(closedBy ?? 'unavailable')}
        </p>
        <div className={page.actions}>
          <Button component={Link} to="/">
            {t('returnHome')}
          </Button>
        </div>
      </div>
    );
  }
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
      <SetupOf key={gameId} gameId={gameId} />
    </>
  );
}
