import { Alert } from '@mantine/core';
import { PageTitle } from '../../../ui/page-title.js';
import { exactly } from '../../../ui/relative-time.js';
import { FigureTiles } from './figure-tiles.js';
import { GameList } from './game-list.js';
import styles from './operations-page.module.css';
import { ServiceCards } from './service-cards.js';
import { t } from './texts.js';
import { useOperations } from './use-operations.js';

/** Everything an operator watches during an event. */
export function OperationsPage() {
  const { status, frame, games } = useOperations();
  return (
    <div className={styles.page}>
      <PageTitle text={t('title')} />
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {status === 'closed' && <Alert color="red">{t('closed')}</Alert>}
      {status === 'reconnecting' && frame && (
        <Alert color="red" role="status">
          {t('reconnecting', { time: exactly(frame.now) })}
        </Alert>
      )}
      {frame === null && status !== 'closed' && <p role="status">{t('connecting')}</p>}
      {frame !== null && (
        <>
          <FigureTiles frame={frame} />
          <ServiceCards services={frame.services} />
          <GameList games={games} now={frame.now} known={frame.gamesKnown} />
        </>
      )}
    </div>
  );
}
