import { Button, SegmentedControl } from '@mantine/core';
import type { Room, ShowDetail } from '@earworm/contracts';
import { IconPrinter } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useJoinOrigin } from '../../shared/invite/join-link.js';
import { readStored, useStored } from '../../shared/live/stored.js';
import { useRooms, useShow } from '../../shared/shows/use-show.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageSpinner, PageTitle } from '../../shared/ui/page.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { CrewCardMaker } from './crew-card-maker.js';
import { CrewPapers, RoomPapers } from './papers.js';
import { RoomList } from './room-list.js';
import { isReady, pagesOf, type PerPage, type SheetKind, type Wifi } from './sheet-kinds.js';
import styles from './sheets.module.css';
import { t } from './texts.js';
import { useCrewCards } from './use-crew-cards.js';

/** How the page of an event hands over a selection. */
const selectedIn = (state: unknown): ReadonlySet<string> => {
  const { roomIds } = (state ?? {}) as { roomIds?: unknown };
  return new Set(Array.isArray(roomIds) ? (roomIds as string[]) : []);
};

/** A page without header and footer: what is below the tools is what the printer gets. */
export function SheetsPage() {
  const { showId = '' } = useParams();
  const { state } = useLocation();
  const query = useShow(showId);
  const show = query.data;
  const rooms = useRooms(showId, show);
  const selected = useMemo(() => selectedIn(state), [state]);
  const isLoaded = show !== undefined && rooms.data !== undefined;
  const failed = query.isError ? query : rooms;
  return (
    <main className={styles.page}>
      <PageTitle text={show === undefined ? t('title') : t('of', { name: show.facts.name })} />
      {!isLoaded && (query.isError || rooms.isError) && (
        <Failed title={t('failed')} hint={errorText(failed.error)} query={failed} />
      )}
      {!isLoaded && !query.isError && !rooms.isError && <PageSpinner />}
      {isLoaded && <Loaded show={show} rooms={rooms.data} selected={selected} />}
    </main>
  );
}

interface LoadedProps {
  readonly show: ShowDetail;
  readonly rooms: readonly Room[];
  readonly selected: ReadonlySet<string>;
}

const WIFI_LENGTH = 64;

function Loaded({ show, rooms, selected }: LoadedProps) {
  const { showId, facts, logo, staff, role } = show;
  const origin = useJoinOrigin();
  const [kind, setKind] = useState<SheetKind>('rooms');
  const [perPage, setPerPage] = useState<PerPage>(1);
  const [onlySelected, setOnlySelected] = useState(selected.size > 0);
  const wifiKey = `sheets.${showId}`;
  const [wifi, setWifi] = useState<Wifi>(() => readStored<Wifi>(wifiKey) ?? { name: '', password: '' });
  useStored(wifiKey, wifi);
  // Hundreds of sheets are drawn after the typing.
  const shownWifi = useDeferredValue(wifi);
  const crew = useCrewCards(showId, origin);

  const wanted = useMemo(
    () => (onlySelected ? rooms.filter(({ roomId }) => selected.has(roomId)) : rooms),
    [onlySelected, rooms, selected],
  );
  const ready = useMemo(() => wanted.filter(isReady), [wanted]);
  const sheets = useMemo(() => pagesOf(ready, perPage), [ready, perPage]);
  const ids = useMemo(() => new Set<string>(wanted.map(({ roomId }) => roomId)), [wanted]);
  const cards = crew.cards.filter(({ room }) => ids.has(room.roomId));
  const pages = { rooms: ready.length, crew: cards.length, list: 1 }[kind];
  const count = kind === 'list' ? 1 : Math.ceil(pages / perPage);
  const without = wanted.length - ready.length;
  const operators = staff.flatMap((member) => (member.role === 'operator' ? [member.name] : []));
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.toolsHead}>
          <div>
            <h1 className={styles.title} dir="auto">
              {t('of', { name: facts.name })}
            </h1>
            <Link to={`/events/${showId}`}>{t('back')}</Link>
          </div>
          <Button
            leftSection={<IconPrinter size={20} aria-hidden />}
            disabled={pages === 0 || wanted.length === 0}
            onClick={() => window.print()}
          >
            {t('print', { count, n: figure(count) })}
          </Button>
        </div>
        <div className={styles.choices}>
          <SegmentedControl<SheetKind>
            aria-label={t('kind')}
            value={kind}
            data={(['rooms', 'crew', 'list'] as const).map((value) => ({ value, label: t(`kind_${value}`) }))}
            onChange={setKind}
          />
          {kind !== 'list' && (
            <SegmentedControl
              aria-label={t('perPage')}
              value={String(perPage)}
              data={[
                { value: '1', label: t('onePerPage') },
                { value: '4', label: t('fourPerPage') },
              ]}
              onChange={(value) => setPerPage(value === '4' ? 4 : 1)}
            />
          )}
          {selected.size > 0 && (
            <SegmentedControl
              aria-label={t('which')}
              value={onlySelected ? 'selected' : 'all'}
              data={[
                { value: 'selected', label: t('selected', { n: figure(selected.size) }) },
                { value: 'all', label: t('all', { n: figure(rooms.length) }) },
              ]}
              onChange={(value) => setOnlySelected(value === 'selected')}
            />
          )}
        </div>
        <p className={styles.hint}>
          {t(`hint_${kind}`)} {t('printHint')}
        </p>
        {kind === 'rooms' && (
          <div className={styles.fields}>
            <TextField
              label={t('wifiName')}
              description={t('wifiHint')}
              autoComplete="off"
              maxLength={WIFI_LENGTH}
              value={wifi.name}
              onChange={(name) => setWifi({ ...wifi, name })}
            />
            <TextField
              label={t('wifiPassword')}
              description={t('wifiHint')}
              autoComplete="off"
              maxLength={WIFI_LENGTH}
              value={wifi.password}
              onChange={(password) => setWifi({ ...wifi, password })}
            />
          </div>
        )}
        {kind === 'crew' && role !== 'operator' && <p className={styles.warning}>{t('notOperator')}</p>}
        {kind === 'crew' && role === 'operator' && <CrewCardMaker rooms={ready} crew={crew} />}
        {kind !== 'list' && without > 0 && (
          <p className={styles.warning}>{t('noCode', { count: without, n: figure(without) })}</p>
        )}
      </div>
      {kind !== 'list' && ready.length === 0 && <EmptyState title={t('nothing')} hint={t('nothingHint')} />}
      {kind === 'rooms' && (
        <RoomPapers pages={sheets} perPage={perPage} facts={facts} logo={logo} origin={origin} wifi={shownWifi} />
      )}
      {kind === 'crew' && (
        <CrewPapers pages={pagesOf(cards, perPage)} perPage={perPage} facts={facts} logo={logo} operators={operators} />
      )}
      {kind === 'list' && <RoomList rooms={wanted} facts={facts} />}
    </>
  );
}
