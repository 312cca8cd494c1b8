import { Button, Progress } from '@mantine/core';
import type { ShowDetail } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';
import styles from './events.module.css';
import { roomsIn } from './phases.js';
import { t } from './texts.js';

const COUNTS = ['ready', 'preparing', 'planned', 'failed'] as const;
type Act = 'prepareRooms' | 'stopPreparing' | 'retryRooms';

/** How far the rooms of an event are, and what comes next. Nothing while all are ready. */
export function PrepareCard({ show }: { show: ShowDetail }) {
  const { showId, counts, role, isOpen, deletedAt } = show;
  const reread = useRereadShows();
  const [running, setRunning] = useState<Act | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isStopping, askToStop] = useState(false);
  const all = roomsIn(counts);
  const { planned, preparing, ready, failed } = counts;
  if (all === ready) return null;
  const mayAct = role === 'operator' && deletedAt === null;
  const run = async (act: Act) => {
    setRunning(act);
    setFailure(null);
    try {
      await http.call(act, { params: { showId } });
    } catch (error) {
      setFailure(errorText(error));
    }
    await reread();
    setRunning(null);
  };
  const done = preparing === 0;
  return (
    <section className={styles.card} aria-labelledby="prepare" data-warning={failed > 0 || undefined}>
      <div className={styles.cardHead}>
        <h2 id="prepare" className={styles.cardTitle}>
          <span role="status">{t(done ? 'readyOf' : 'preparingOf', { ready: figure(ready), all: figure(all) })}</span>
        </h2>
        {mayAct && (
          <div className={styles.acts}>
            {preparing > 0 && (
              <Button variant="default" loading={running === 'stopPreparing'} onClick={() => askToStop(true)}>
                {t('stop')}
              </Button>
            )}
            {failed > 0 && (
              <Button
                variant="default"
                disabled={!isOpen}
                loading={running === 'retryRooms'}
                onClick={() => void run('retryRooms')}
              >
                {t('retry', { count: failed })}
              </Button>
            )}
            {planned > 0 && (
              <Button disabled={!isOpen} loading={running === 'prepareRooms'} onClick={() => void run('prepareRooms')}>
                {t('prepare', { count: planned })}
              </Button>
            )}
          </div>
        )}
      </div>
      <Progress
        value={(100 * ready) / all}
        aria-label={t('progress')}
        striped={preparing > 0}
        animated={preparing > 0}
      />
      <dl className={styles.counts}>
        {COUNTS.filter((state) => counts[state] > 0).map((state) => (
          <div key={state} className={styles.count} data-state={state}>
            <dd>{figure(counts[state])}</dd>
            <dt>{t(`state_${state}`)}</dt>
          </div>
        ))}
      </dl>
      <FormError>{failure}</FormError>
      {preparing > 0 && <p className={styles.note}>{t('mayLeave')}</p>}
      {!isOpen && planned + failed > 0 && <p className={styles.note}>{t('notOpen')}</p>}
      <Confirm
        opened={isStopping}
        title={t('stopTitle')}
        text={t('stopText')}
        yes={t('stopYes')}
        onClose={() => askToStop(false)}
        onYes={() => void run('stopPreparing')}
      />
    </section>
  );
}
