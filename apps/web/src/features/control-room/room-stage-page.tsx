import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { stageLink } from '../../shared/invite/join-link.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { PageSpinner } from '../../shared/ui/page.js';
import { t } from './texts.js';

/** Leads the staff to what the room sees. A separate page, because browsers open no window after a request. */
export function RoomStagePage() {
  useTranslator();
  const me = useSession(({ user }) => user?.id ?? '');
  const { showId = '', roomId = '', gameId = '' } = useParams();
  const query = useQuery({
    queryKey: ['shows', me, showId, 'stage', roomId, gameId],
    queryFn: () => http.call('roomStageKey', { params: { showId, roomId, gameId } }),
  });
  if (query.data !== undefined) return <Navigate to={stageLink('', gameId, query.data.stageKey)} replace />;
  return (
    <PageFrame title={t('stage')}>
      {query.isError ? (
        <Failed title={t('stageFailed')} hint={errorText(query.error)} query={query} />
      ) : (
        <PageSpinner />
      )}
    </PageFrame>
  );
}
