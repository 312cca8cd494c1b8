import { Button, Skeleton } from '@mantine/core';
import type { ErrorCode } from '@earworm/contracts';
import { isGameId } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import page from '../../shared/ui/full-page.module.css';
import { DeskLost } from '../../shared/crew/desk-lost.js';
import { Connecting } from '../../shared/live/connecting.js';
import { useGame } from '../../shared/live/use-game.js';
import { PageTitle } from '../../shared/ui/page.js';
import { AfterSetup } from './after-setup.js';
import { SetupDesk } from './setup-desk.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

function Outline() {
  return (
    <div className={styles.desk} role="status" data-loading aria-label={t('connecting')}>
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
  const [starting, setStarting] = useState(false);
  const { view, connection, closedBy } = game.state;
  if (connection === 'closed' && closedBy === 'forbidden' && view) return <DeskLost view={view} />;
  if (connection === 'closed') return <Closed by={closedBy ?? 'unavailable'} />;
  if (!view)
    return (
      <Connecting game={game} audience="host" within="shell">
        <Outline />
      </Connecting>
    );
  if (view.status !== 'setup') return <AfterSetup view={view} startedHere={starting} />;
  return <SetupDesk game={game} view={view} onStarting={setStarting} />;
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
