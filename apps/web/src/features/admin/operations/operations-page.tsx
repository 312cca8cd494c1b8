import { Alert } from '@mantine/core';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { FigureTiles } from './figure-tiles.js';
import { GameList } from './game-list.js';
import { ServiceCards } from './service-cards.js';
import { t } from './texts.js';
import { useOperations } from './use-operations.js';

export function OperationsPage() {
  const { status, frame, games, ended } = useOperations();
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
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
          <GameList games={games} ended={ended} now={frame.now} known={frame.gamesKnown} />
        </>
      )}
    </PageFrame>
  );
}
