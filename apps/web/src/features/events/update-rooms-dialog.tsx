import { Text } from '@mantine/core';
import { type RouteReply, SHOW_LIMITS, type ShowDetail } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { Button } from '../../shared/controls/button.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { FormError } from '../../shared/ui/form.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './events.module.css';
import { t } from './texts.js';

interface Props {
  readonly show: ShowDetail;
  readonly onClose: () => void;
}

type Outdated = RouteReply<'listOutdatedRooms'>['rooms'];

/** Undefined where it was aborted. */
async function readOutdated(showId: string, signal: AbortSignal): Promise<Outdated | undefined> {
  const pace = { isOver: () => signal.aborted, onWaiting: () => undefined };
  const rooms: Outdated = [];
  let after: RouteReply<'listOutdatedRooms'>['next'] = null;
  do {
    const query: { after?: string } = after === null ? {} : { after };
    const read = () => http.call('listOutdatedRooms', { params: { showId }, query });
    const page: RouteReply<'listOutdatedRooms'> | undefined = await whenAllowed(read, pace);
    if (page === undefined) return undefined;
    rooms.push(...page.rooms);
    after = page.next;
  } while (after !== null);
  return rooms;
}

/** The questions of templates that were changed since rooms were prepared: what would change, and then the change. */
export function UpdateRoomsDialog({ show: { showId }, onClose }: Props) {
  const me = useSession(({ user }) => user?.id ?? '');
  const query = useQuery({
    queryKey: ['shows', me, showId, 'outdated'],
    queryFn: ({ signal }) => readOutdated(showId, signal).then((rooms) => rooms ?? []),
    staleTime: 0,
    gcTime: 0,
    // Each asks for many games.
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog opened onClose={onClose} title={t('updateTitle')}>
      {query.data !== undefined ? (
        <Preview showId={showId} rooms={query.data} onClose={onClose} />
      ) : query.isError ? (
        <Failed title={t('updateFailed')} hint={errorText(query.error)} query={query} />
      ) : (
        <Skeletons label={t('loading')} count={2} height={50} />
      )}
    </Dialog>
  );
}

const listOf = (rooms: Outdated): string => rooms.map(({ number, name }) => `${number} ${name}`).join(', ');

interface PreviewProps {
  readonly showId: string;
  readonly rooms: Outdated;
  readonly onClose: () => void;
}

function Preview({ showId, rooms, onClose }: PreviewProps) {
  const reread = useRereadShows();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = rooms.filter(({ hasBegun }) => !hasBegun);
  const begun = rooms.filter(({ hasBegun }) => hasBegun);
  const update = async () => {
    setBusy(true);
    setFailure(null);
    try {
      for (let from = 0; from < changed.length; from += SHOW_LIMITS.rowsPerRequest) {
        const roomIds = changed.slice(from, from + SHOW_LIMITS.rowsPerRequest).map(({ roomId }) => roomId);
        const send = () => http.call('updateRooms', { params: { showId }, body: { roomIds } });
        await whenAllowed(send, { isOver: () => false, onWaiting: () => undefined });
      }
      await notify(t('updateStarted', { count: changed.length }), 'success');
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
    await reread();
    setBusy(false);
  };
  return (
    <div className={styles.stack}>
      <Text>{changed.length === 0 ? t('updateNone') : t('updateSome', { count: changed.length })}</Text>
      {changed.length > 0 && (
        <>
          <Text size="sm" dir="auto">
            {listOf(changed)}
          </Text>
          <Text size="sm">{t('updateLost')}</Text>
        </>
      )}
      {begun.length > 0 && (
        <Text size="sm" dir="auto">
          {t('updateBegun', { count: begun.length, rooms: listOf(begun) })}
        </Text>
      )}
      <FormError>{failure}</FormError>
      {changed.length > 0 && (
        <Button loading={busy} onClick={() => void update()}>
          {t('updateYes', { count: changed.length, n: figure(changed.length) })}
        </Button>
      )}
    </div>
  );
}
