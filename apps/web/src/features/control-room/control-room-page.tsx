import { Alert, Button, Switch } from '@mantine/core';
import type { RoomNow, ShowCard, ShowDetail } from '@earworm/contracts';
import { IconTrophy } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Connecting, LostConnection } from '../../shared/live/connecting.js';
import { useShow } from '../../shared/shows/use-show.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { exactly } from '../../shared/ui/relative-time.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { CardList } from './card-list.js';
import styles from './control-room.module.css';
import { Figures } from './figures.js';
import { useFilterInAddress } from './filter-in-address.js';
import { countLooks, foundRooms, groupsOf, PARTS, type RoomFilter, sortedRooms } from './found-rooms.js';
import { NowProvider } from './times.js';
import { ManyRooms } from './many-rooms.js';
import { RoomActs } from './room-acts.js';
import { RoomDetails } from './room-details.js';
import { RoomFilters } from './room-filters.js';
import { RoomList } from './room-list.js';
import { RoomTiles } from './room-tiles.js';
import { SolvedList } from './solved-list.js';
import { type Act, t } from './texts.js';
import { useNotices } from './use-notices.js';
import { type ControlRoom, useControlRoom } from './use-control-room.js';

export function ControlRoomPage() {
  const { showId = '' } = useParams();
  const query = useShow(showId);
  const show = query.data;
  if (show !== undefined) return <Watched show={show} />;
  return (
    <PageFrame title={t('title')}>
      {query.isError ? (
        <Failed title={t('title')} hint={errorText(query.error)} query={query} />
      ) : (
        <Skeletons label={t('connecting')} count={3} height={110} className={styles.cards} />
      )}
    </PageFrame>
  );
}

function Watched({ show }: { show: ShowDetail }) {
  const { showId, facts } = show;
  const room = useControlRoom(showId);
  const isClosed = room.state.connection === 'closed';
  return (
    <PageFrame
      title={facts.name}
      lead={<Link to={`/events/${showId}`}>{t('toEvent')}</Link>}
      actions={
        <Button
          variant="default"
          component={Link}
          to={`/events/${showId}/standings`}
          leftSection={<IconTrophy size={20} aria-hidden />}
        >
          {t('standings')}
        </Button>
      }
    >
      <Alerts room={room} />
      {room.role === null && !isClosed && (
        <Connecting game={room} audience="host" within="titled">
          <p role="status">{t('connecting')}</p>
        </Connecting>
      )}
      {room.role !== null && (
        <NowProvider clockOffsetMs={room.clockOffsetMs}>
          <Parts show={show} room={room} />
        </NowProvider>
      )}
    </PageFrame>
  );
}

/** Why the page is not up to date. */
function Alerts({ room }: { room: ControlRoom }) {
  const { connection, closedBy } = room.state;
  if (connection === 'closed') {
    const reason = closedBy === 'forbidden' ? t('notStaff') : messageOf(closedBy ?? 'unavailable');
    return <Alert color="red">{t('closed', { reason })}</Alert>;
  }
  if (room.role === null) return null;
  return (
    <>
      {connection === 'reconnecting' && (
        <>
          <Alert color="red" role="status">
            {t('reconnecting', { time: exactly(room.at) })}
          </Alert>
          <LostConnection game={room} audience="host" />
        </>
      )}
      {!room.isKnown && (
        <Alert color="red" role="status">
          {t('notKnown')}
        </Alert>
      )}
      {room.role === 'viewer' && <p className={styles.note}>{t('asViewer')}</p>}
    </>
  );
}

/** The room that was opened last, at which act, and how often rooms were opened, also at acts. */
interface Opened {
  readonly roomId: string;
  readonly times: number;
  readonly forActs: number;
  readonly at?: Act | undefined;
}

function Parts({ show, room }: { show: ShowDetail; room: ControlRoom }) {
  const { showId, facts } = show;
  const { rooms, cards, role } = room;
  const [filter, change] = useFilterInAddress();
  const [opened, setOpened] = useState<Opened>({ roomId: '', times: 0, forActs: 0 });
  const onOpen = useCallback(
    ({ roomId }: RoomNow, at?: Act) => {
      setOpened(({ times, forActs }) => ({
        ...{ roomId, times: times + 1, at },
        forActs: at === undefined ? forActs : forActs + 1,
      }));
      change({ room: roomId, part: 'rooms' });
    },
    [change],
  );
  const onShowGroup = useCallback(
    ({ common, kind }: ShowCard) =>
      change({
        ...{ part: 'rooms', sort: 'urgent', look: kind === 'unknown' ? 'unknown' : 'needs' },
        group: common?.by === 'group' ? common.name : '',
        search: common?.by === 'network' ? common.name : '',
      }),
    [change],
  );
  const openRoom = rooms.get(filter.room);
  // The address follows a moment later.
  const openedNow = opened.roomId === openRoom?.roomId ? opened : undefined;
  const list = { showId, cards, rooms, mayAct: role === 'operator', timeZone: facts.timeZone, onOpen, onShowGroup };
  const notices = useNotices(cards, rooms);
  useKeys(change);
  return (
    <div className={styles.page} data-part={filter.part}>
      <Figures rooms={rooms} installation={room.figures} />
      <div className={styles.parts} role="group" aria-label={t('parts')}>
        {PARTS.map((part) => (
          <button key={part} type="button" aria-pressed={part === filter.part} onClick={() => change({ part })}>
            {t(PART_TITLES[part])}
          </button>
        ))}
      </div>
      <section className={styles.needs} aria-label={t('needsYou')}>
        <h2>{t('counted', { name: t('needsYou'), n: cards.size })}</h2>
        <Switch
          mb="md"
          label={t('notices')}
          description={notices.isOn && notices.isBlocked ? t('noticesBlocked') : undefined}
          checked={notices.isOn}
          onChange={notices.toggle}
        />
        <CardList {...list} isMine={filter.part === 'mine'} />
        <SolvedList showId={showId} />
      </section>
      <Rooms
        showId={showId}
        mayAct={role === 'operator'}
        timeZone={facts.timeZone}
        rooms={rooms}
        filter={filter}
        onWish={change}
        onOpen={onOpen}
      />
      {openRoom && (
        <RoomDetails
          key={openRoom.roomId}
          {...list}
          room={openRoom}
          opened={filter.part === 'rooms' ? openedNow?.times : undefined}
          onClose={() => change({ room: '' })}
        >
          {role === 'operator' && (
            <RoomActs
              key={openedNow?.forActs}
              {...{ showId, room: openRoom, timeZone: facts.timeZone, at: openedNow?.at }}
            />
          )}
        </RoomDetails>
      )}
    </div>
  );
}

const PART_TITLES = { needs: 'needsYou', mine: 'mine', rooms: 'rooms' } as const;

/** The slash leads to the search, and Escape closes what is open. */
function useKeys(change: (part: Partial<RoomFilter>) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key === '/' && !isTyping) {
        event.preventDefault();
        document.getElementById('find-room')?.focus();
      }
      const isOfDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key === 'Escape' && !isTyping && !isOfDialog) change({ room: '' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [change]);
}

const toggled = (chosen: ReadonlySet<string>, roomId: string): ReadonlySet<string> =>
  chosen.has(roomId) ? new Set([...chosen].filter((each) => each !== roomId)) : new Set([...chosen, roomId]);

interface RoomsProps {
  readonly showId: string;
  readonly mayAct: boolean;
  readonly timeZone: string;
  readonly rooms: ReadonlyMap<string, RoomNow>;
  readonly filter: RoomFilter;
  onWish(change: Partial<RoomFilter>): void;
  onOpen(room: RoomNow): void;
}

function Rooms({ showId, mayAct, timeZone, rooms, filter, onWish, onOpen }: RoomsProps) {
  const wanted = useDeferredValue(filter);
  const { search, group, look, sort } = wanted;
  const groups = useMemo(() => groupsOf(rooms.values()), [rooms]);
  const found = useMemo(() => foundRooms(rooms.values(), { search, group }), [rooms, search, group]);
  const sorted = useMemo(() => sortedRooms(found, { look, sort }), [found, look, sort]);
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(({ roomId }: RoomNow) => choose((before) => before && toggled(before, roomId)), []);
  const opened = useMemo(() => new Set([filter.room]), [filter.room]);
  const shown = { rooms: sorted, pressed: chosen ?? opened, onOpen: chosen === null ? onOpen : toggle };
  return (
    <section className={styles.rooms} aria-label={t('rooms')}>
      <RoomFilters filter={filter} groups={groups} counts={countLooks(found)} all={found.length} onWish={onWish} />
      {mayAct && <ManyRooms {...{ showId, rooms, timeZone, chosen, choose }} shown={sorted} />}
      {rooms.size === 0 && <EmptyState title={t('noRooms')} hint={t('noMatchHint')} />}
      {rooms.size > 0 && sorted.length === 0 && <EmptyState title={t('noMatch')} hint={t('noMatchHint')} />}
      {wanted.view === 'tiles' ? <RoomTiles {...shown} /> : <RoomList {...shown} />}
    </section>
  );
}
