import { Connecting } from '../../../shared/live/connecting.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { ConnectionAlert } from './connection-alert.js';
import { FigureTiles } from './figure-tiles.js';
import { GameList } from './game-list.js';
import { ServiceCards, ServicesLine } from './service-cards.js';
import { t } from './texts.js';
import { useOperations } from './use-operations.js';

export function OperationsPage() {
  const operations = useOperations();
  const { frame, games, ended } = operations;
  const isClosed = operations.state.connection === 'closed';
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      {(frame !== null || isClosed) && (
        <ConnectionAlert game={operations} outdated={t('reconnecting', { time: frame ? exactly(frame.now) : '' })} />
      )}
      {frame === null && !isClosed && (
        <Connecting game={operations} audience="host" within="titled">
          <p role="status">{t('connecting')}</p>
        </Connecting>
      )}
      {frame !== null && (
        <>
          <ServicesLine services={frame.services} />
          <GameList games={games} ended={ended} now={frame.now} known={frame.gamesKnown} />
          <FigureTiles frame={frame} />
          <ServiceCards services={frame.services} />
        </>
      )}
    </PageFrame>
  );
}
