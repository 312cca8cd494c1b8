import { LateNotice } from '../../../shared/late/late-notice.js';
import { useLate } from '../../../shared/late/use-late.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { ConnectionAlert } from './connection-alert.js';
import { FigureTiles } from './figure-tiles.js';
import { GameList } from './game-list.js';
import { ServiceCards, ServicesLine } from './service-cards.js';
import { t } from './texts.js';
import { useOperations } from './use-operations.js';

export function OperationsPage() {
  const { connection, closedBy, frame, games, ended } = useOperations();
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      {(frame !== null || connection === 'closed') && (
        <ConnectionAlert
          connection={connection}
          closedBy={closedBy}
          outdated={t('reconnecting', { time: frame ? exactly(frame.now) : '' })}
        />
      )}
      {frame === null && connection !== 'closed' && <Opening />}
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

function Opening() {
  const late = useLate(true);
  return late ? <LateNotice late={late} awaits="live" audience="host" /> : <p role="status">{t('connecting')}</p>;
}
