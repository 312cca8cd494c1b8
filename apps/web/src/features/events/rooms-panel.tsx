import { Button, Checkbox, Select } from '@mantine/core';
import type { Room, RoomState, ShowDetail } from '@earworm/contracts';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { RoomLinkDialog } from '../../shared/crew/room-link-dialog.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { FormError } from '../../shared/ui/form.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { CrewLinksDialog } from './crew-links-dialog.js';
import { t as links } from './crew-links-texts.js';
import styles from './events.module.css';
import { RoomItem } from './room-item.js';
import { RoundsDialog } from './rounds-dialog.js';
import { t } from './texts.js';

interface Props {
  readonly show: ShowDetail;
  readonly rooms: readonly Room[];
}

const ROWS_AT_ONCE = 100;
const SEARCH_LENGTH = 80;
const ALL = '';
const STATES: readonly RoomState[] = ['planned', 'preparing', 'ready', 'failed'];

interface Filter {
  readonly wanted: string;
  readonly group: string;
  readonly state: string;
}

const matching = (rooms: readonly Room[], { wanted, group, state }: Filter): readonly Room[] => {
  const text = wanted.trim().toLowerCase();
  return rooms.filter(
    (room) =>
      (group === ALL || room.group === group) &&
      (state === ALL || room.state === state) &&
      (text === '' || `${room.number} ${room.name} ${room.gameCode ?? ''} ${room.ownId}`.toLowerCase().includes(text)),
  );
};

export function RoomsPanel({ show, rooms }: Props) {
  const { showId, role, deletedAt } = show;
  const mayAct = role === 'operator' && deletedAt === null;
  const [filter, setFilter] = useState<Filter>({ wanted: '', group: ALL, state: ALL });
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [linked, openLink] = useState<Room | null>(null);
  const [areLinksOpen, openLinks] = useState(false);
  const [plannedId, openRounds] = useState<string | null>(null);
  const plannedRoom = rooms.find(({ roomId }) => roomId === plannedId);
  const removing = useRemoving(showId);
  const showRounds = useCallback(({ roomId }: Room) => openRounds(roomId), []);
  const later = useDeferredValue(filter);
  const found = useMemo(() => matching(rooms, later), [rooms, later]);
  const groups = useMemo(() => [...new Set(rooms.map(({ group }) => group))].filter(Boolean).sort(), [rooms]);
  const change = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    setShown(ROWS_AT_ONCE);
  };
  const chosen = rooms.filter(({ roomId }) => selected.has(roomId));
  const isAll = found.length > 0 && found.every(({ roomId }) => selected.has(roomId));
  const toggle = (roomId: string) => {
    const next = new Set(selected);
    if (!next.delete(roomId)) next.add(roomId);
    select(next);
  };
  return (
    <>
      <div className={styles.roomFilters} role="search">
        <TextField
          type="search"
          label={t('findRoom')}
          placeholder={t('findRoomHint')}
          maxLength={SEARCH_LENGTH}
          value={filter.wanted}
          onChange={(wanted) => change({ wanted })}
        />
        {groups.length > 0 && (
          <Select
            label={t('group')}
            searchable
            allowDeselect={false}
            data={[{ value: ALL, label: t('allGroups') }, ...groups.map((value) => ({ value, label: value }))]}
            value={filter.group}
            onChange={(group) => change({ group: group ?? ALL })}
          />
        )}
        <Select
          label={t('state')}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('allStates') },
            ...STATES.map((value) => ({ value, label: t(`state_${value}`) })),
          ]}
          value={filter.state}
          onChange={(state) => change({ state: state ?? ALL })}
        />
      </div>
      <div className={styles.found}>
        {mayAct && (
          <Checkbox
            label={t('selectAll', { count: found.length, n: figure(found.length) })}
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            onChange={() => select(isAll ? new Set() : new Set(found.map(({ roomId }) => roomId)))}
          />
        )}
        <span role="status">{t('foundRooms', { n: figure(found.length), all: figure(rooms.length) })}</span>
      </div>
      {found.length === 0 && <EmptyState title={t('noRoomFound')} hint={t('noMatchHint')} />}
      <ul className={styles.list} aria-label={t('roomsFact')}>
        {found.slice(0, shown).map((room) => (
          <RoomItem
            key={room.roomId}
            room={room}
            timeZone={show.facts.timeZone}
            mayAct={mayAct}
            isSelected={selected.has(room.roomId)}
            onSelect={toggle}
            onLink={openLink}
            onRounds={showRounds}
            onRemove={(which) => removing.ask([which])}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('showMore')}
        </Button>
      )}
      <FormError>{removing.failure}</FormError>
      {chosen.length > 0 && (
        <div className={styles.bar} role="region" aria-label={t('selection')}>
          <b>{t('selected', { count: chosen.length, n: figure(chosen.length) })}</b>
          <div className={styles.acts}>
            <Button component={Link} to={`/events/${showId}/sheets`} state={{ roomIds: [...selected] }}>
              {t('printSheets')}
            </Button>
            <Button variant="default" onClick={() => openLinks(true)}>
              {links('open')}
            </Button>
            <Button variant="default" loading={removing.busy} onClick={() => removing.ask(chosen)}>
              {t('removeRooms')}
            </Button>
            <Button variant="subtle" onClick={() => select(new Set())}>
              {t('selectNone')}
            </Button>
          </div>
        </div>
      )}
      <Confirm
        opened={removing.asked.length > 0}
        title={
          removing.asked.length === 1 && removing.asked[0] !== undefined
            ? t('removeOneTitle', { name: removing.asked[0].name })
            : t('removeTitle', { count: removing.asked.length })
        }
        text={t('removeText')}
        yes={t('removeYes', { count: removing.asked.length })}
        tone="wrong"
        onClose={() => removing.ask([])}
        onYes={() => void removing.run()}
      />
      {areLinksOpen && <CrewLinksDialog showId={showId} rooms={chosen} onClose={() => openLinks(false)} />}
      {plannedRoom && <RoundsDialog showId={showId} room={plannedRoom} onClose={() => openRounds(null)} />}
      {linked !== null && <RoomLinkDialog showId={showId} room={linked} onClose={() => openLink(null)} />}
    </>
  );
}

/** One after the other: what was removed before a failure remains removed. */
function useRemoving(showId: string) {
  const reread = useRereadShows();
  const [asked, ask] = useState<readonly Room[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    const rooms = asked;
    setBusy(true);
    setFailure(null);
    let removed = 0;
    try {
      for (const { roomId } of rooms) {
        await http.call('removeRoom', { params: { showId, roomId } });
        removed += 1;
      }
      await notify(t('removed', { count: removed }), 'success');
    } catch (error) {
      setFailure(t('removeFailed', { n: removed, all: rooms.length, why: errorText(error) }));
    }
    await reread();
    setBusy(false);
  };
  return { asked, ask, busy, failure, run };
}
