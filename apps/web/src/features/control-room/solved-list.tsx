import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Failed } from '../../shared/ui/empty-state.js';
import styles from './control-room.module.css';
import { duration, roomTitle, t } from './texts.js';

const AGAIN_MS = 10_000;

/** Read once it is opened, and again while it is. */
export function SolvedList({ showId }: { showId: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['shows', showId, 'solved'],
    queryFn: () => http.call('listSolved', { params: { showId } }),
    enabled: isOpen,
    refetchInterval: AGAIN_MS,
  });
  return (
    <details className={styles.solved} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('solved')}</summary>
      {query.isError && <Failed title={t('solvedFailed')} hint={errorText(query.error)} query={query} />}
      {query.data?.solved.length === 0 && <p className={styles.note}>{t('solvedNone')}</p>}
      <ul className={styles.solvedList}>
        {query.data?.solved.map(({ roomId, kind, since, endedAt, claimedBy, ...room }) => {
          const what = { room: roomTitle(room), kind: t(`kind_${kind}`), time: duration(endedAt - since) };
          return (
            <li key={`${roomId} ${kind} ${endedAt}`}>
              {claimedBy === null ? t('solvedTook', what) : t('solvedBy', { ...what, name: claimedBy })}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
