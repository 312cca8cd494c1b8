import { Button, Menu } from '@mantine/core';
import type { Room, ShowDetail } from '@earworm/contracts';
import {
  IconBroadcast,
  IconDots,
  IconFileExport,
  IconFileZip,
  IconGauge,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconTrash,
  IconTrophy,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText, notify, notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { useRereadShows, useRooms, useShow } from '../../shared/shows/use-show.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { fileNameOf, saveCsv } from '../../shared/ui/save-file.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { Tabs } from '../../shared/ui/tabs.js';
import { EventFacts } from './event-facts.js';
import styles from './events.module.css';
import { NetworksCard } from './networks-card.js';
import { roomsIn } from './phases.js';
import { PrepareCard } from './prepare-card.js';
import { roomsCsv } from './rooms-csv.js';
import { QuotaDialog } from './quota-dialog.js';
import { ResultsDialog } from './results-dialog.js';
import { t as results } from './results-texts.js';
import { RoomsPanel } from './rooms-panel.js';
import { StaffPanel } from './staff-panel.js';
import { t } from './texts.js';
import { UpdateRoomsDialog } from './update-rooms-dialog.js';

export function EventPage() {
  const { showId = '' } = useParams();
  const query = useShow(showId);
  const show = query.data;
  const rooms = useRooms(showId, show);
  if (show === undefined)
    return (
      <PageFrame title={t('event')}>
        {query.isError ? (
          <Failed title={t('failedOne')} hint={errorText(query.error)} query={query} />
        ) : (
          <Skeletons label={t('loading')} count={3} height={110} className={styles.list} />
        )}
      </PageFrame>
    );
  return (
    <PageFrame
      title={show.facts.name}
      lead={<Link to="/events">{t('toEvents')}</Link>}
      actions={<EventActs show={show} rooms={rooms.data} />}
    >
      <EventFacts show={show} />
      {show.deletedAt !== null && <p className={styles.warning}>{t('wasDeleted')}</p>}
      {show.role === null && <p className={styles.note}>{t('asAdmin')}</p>}
      {show.role === 'viewer' && <p className={styles.note}>{t('asViewer')}</p>}
      <PrepareCard show={show} />
      {show.networks !== null && <NetworksCard show={show} networks={show.networks} />}
      <Tabs
        className={styles.tabs}
        tabs={[
          {
            value: 'rooms',
            title: t('roomsTab', { n: figure(roomsIn(show.counts)) }),
            panel: <Rooms show={show} rooms={rooms} />,
          },
          { value: 'staff', title: t('staffTab', { n: figure(show.staff.length) }), panel: <StaffPanel show={show} /> },
        ]}
      />
    </PageFrame>
  );
}

function Rooms({ show, rooms: query }: { show: ShowDetail; rooms: ReturnType<typeof useRooms> }) {
  const rooms = query.data;
  if (rooms === undefined)
    return query.isError ? (
      <Failed title={t('roomsFailed')} hint={errorText(query.error)} query={query} />
    ) : (
      <Skeletons label={t('roomsLoading')} count={4} height={56} className={styles.list} />
    );
  if (rooms.length > 0) return <RoomsPanel show={show} rooms={rooms} />;
  return (
    <EmptyState
      title={t('noRooms')}
      hint={t('noRoomsHint')}
      action={show.role === 'operator' && show.deletedAt === null && <AddRooms showId={show.showId} />}
    />
  );
}

const AddRooms = ({ showId }: Pick<ShowDetail, 'showId'>) => (
  <Button component={Link} to={`/events/${showId}/rooms/add`} leftSection={<IconPlus size={20} aria-hidden />}>
    {t('addRooms')}
  </Button>
);

function EventActs({ show, rooms }: { show: ShowDetail; rooms: readonly Room[] | undefined }) {
  const { showId, facts, role, deletedAt } = show;
  const navigate = useNavigate();
  const reread = useRereadShows();
  const [isDeleting, askToDelete] = useState(false);
  const [isQuotaOpen, openQuota] = useState(false);
  const [areResultsOpen, openResults] = useState(false);
  const [isUpdating, openUpdate] = useState(false);
  const isOperator = role === 'operator' && deletedAt === null;
  const isAdmin = useSession(({ user }) => user?.isAdmin === true);
  const hasRooms = rooms !== undefined && rooms.length > 0;
  const remove = async () => {
    try {
      await http.call('deleteShow', { params: { showId } });
      await reread();
      await notify(t('deleted'), 'success');
      await navigate('/events');
    } catch (error) {
      await notifyError(error);
    }
  };
  return (
    <>
      {isOperator && <AddRooms showId={showId} />}
      {role !== null && deletedAt === null && hasRooms && (
        <Button
          variant="default"
          component={Link}
          to={`/events/${showId}/control-room`}
          leftSection={<IconBroadcast size={20} aria-hidden />}
        >
          {t('controlRoom')}
        </Button>
      )}
      {isOperator && hasRooms && (
        <Button
          variant="default"
          component={Link}
          to={`/events/${showId}/sheets`}
          leftSection={<IconPrinter size={20} aria-hidden />}
        >
          {t('sheets')}
        </Button>
      )}
      {(isOperator || isAdmin || hasRooms) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label={t('more')}>
              <IconDots size={20} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isOperator && (
              <Menu.Item
                component={Link}
                to={`/events/${showId}/edit`}
                leftSection={<IconPencil size={18} aria-hidden />}
              >
                {t('edit')}
              </Menu.Item>
            )}
            {isOperator && hasRooms && (
              <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => openUpdate(true)}>
                {t('update')}
              </Menu.Item>
            )}
            {hasRooms && (
              <Menu.Item
                leftSection={<IconFileExport size={18} aria-hidden />}
                onClick={() => saveCsv(`${fileNameOf(facts.name) || 'rooms'}.csv`, roomsCsv(rooms, facts.timeZone))}
              >
                {t('exportRooms')}
              </Menu.Item>
            )}
            {hasRooms && (
              <Menu.Item
                component={Link}
                to={`/events/${showId}/standings`}
                leftSection={<IconTrophy size={18} aria-hidden />}
              >
                {t('standings')}
              </Menu.Item>
            )}
            {hasRooms && (
              <Menu.Item leftSection={<IconFileZip size={18} aria-hidden />} onClick={() => openResults(true)}>
                {results('save')}
              </Menu.Item>
            )}
            {isAdmin && (
              <Menu.Item leftSection={<IconGauge size={18} aria-hidden />} onClick={() => openQuota(true)}>
                {t('quotaChange')}
              </Menu.Item>
            )}
            {isOperator && (
              <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => askToDelete(true)}>
                {t('delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isUpdating && <UpdateRoomsDialog show={show} onClose={() => openUpdate(false)} />}
      {areResultsOpen && <ResultsDialog show={show} onClose={() => openResults(false)} />}
      {isQuotaOpen && <QuotaDialog show={show} onClose={() => openQuota(false)} />}
      <Confirm
        opened={isDeleting}
        title={t('deleteTitle', { name: facts.name })}
        text={t('deleteText')}
        yes={t('deleteYes')}
        tone="wrong"
        onClose={() => askToDelete(false)}
        onYes={() => void remove()}
      />
    </>
  );
}
