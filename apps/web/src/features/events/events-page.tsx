import { Button, SegmentedControl } from '@mantine/core';
import type { ShowSummary } from '@earworm/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { useRereadShows, useShows } from '../../shared/shows/use-show.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { EventRow } from './event-row.js';
import styles from './events.module.css';
import { type EventPhase, phaseOf } from './phases.js';
import { t } from './texts.js';
import { WaitingNetworks } from './waiting-networks.js';

const PHASES: readonly EventPhase[] = ['now', 'coming', 'over', 'deleted'];
const SEARCH_LENGTH = 80;

const matches = ({ name, place }: ShowSummary, wanted: string) =>
  `${name} ${place}`.toLowerCase().includes(wanted.trim().toLowerCase());

export function EventsPage() {
  const isGuest = useSession(({ user }) => user?.isGuest !== false);
  if (!isGuest) return <Events />;
  return (
    <PageFrame title={t('title')}>
      <EmptyState title={t('accountsOnly')} hint={t('accountsOnlyHint')} />
    </PageFrame>
  );
}

function Events() {
  const isAdmin = useSession(({ user }) => user?.isAdmin === true);
  const [all, setAll] = useState(false);
  const [wanted, setWanted] = useState('');
  const query = useShows(all && isAdmin);
  const reread = useRereadShows();
  const now = query.dataUpdatedAt;
  const shows = query.data?.shows ?? [];
  const found = shows.filter((show) => matches(show, wanted));
  const restore = async (showId: string) => {
    try {
      await http.call('restoreShow', { params: { showId } });
    } catch (error) {
      await notifyError(error);
    }
    await reread();
  };
  const create = (
    <Button component={Link} to="/events/new" leftSection={<IconPlus size={20} aria-hidden />}>
      {t('create')}
    </Button>
  );
  return (
    <PageFrame
      title={t('title')}
      lead={
        <>
          {t('lead')} <Link to="/my-rooms">{t('myRooms')}</Link>
        </>
      }
      actions={create}
    >
      <div className={styles.filters} role="search">
        <TextField
          type="search"
          label={t('find')}
          placeholder={t('findHint')}
          maxLength={SEARCH_LENGTH}
          value={wanted}
          onChange={setWanted}
        />
        {isAdmin && (
          <SegmentedControl
            aria-label={t('whose')}
            value={all ? 'all' : 'mine'}
            data={[
              { value: 'mine', label: t('mine') },
              { value: 'all', label: t('ofAll') },
            ]}
            onChange={(value) => setAll(value === 'all')}
          />
        )}
      </div>
      {all && isAdmin && <WaitingNetworks />}
      {query.isPending && <Skeletons label={t('loading')} count={3} height={84} className={styles.list} />}
      {query.isError && !query.data && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {query.data && shows.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} action={create} />}
      {shows.length > 0 && found.length === 0 && <EmptyState title={t('noMatch')} hint={t('noMatchHint')} />}
      {PHASES.map((phase) => {
        const events = sorted(found, phase, now);
        return (
          events.length > 0 && (
            <section key={phase} aria-labelledby={`events-${phase}`}>
              <h2 id={`events-${phase}`} className={styles.heading}>
                {t(`phase_${phase}`)}
              </h2>
              <ul className={styles.list}>
                {events.map((show) => (
                  <EventRow key={show.showId} show={show} phase={phase} now={now} onRestore={restore} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </PageFrame>
  );
}

/** The next one first; of those that are over, the last one. */
function sorted(shows: readonly ShowSummary[], phase: EventPhase, now: number): ShowSummary[] {
  const forward = phase === 'coming' || phase === 'now' ? 1 : -1;
  return shows
    .filter((show) => phaseOf(show, now) === phase)
    .sort((one, other) => forward * (one.startsAt - other.startsAt));
}
