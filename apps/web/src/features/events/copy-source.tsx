import { Checkbox, Select } from '@mantine/core';
import type { Room } from '@earworm/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { errorText } from '../../platform/notifications/notify.js';
import { dayIn } from '../../shared/shows/show-times.js';
import { useRooms, useShow, useShows } from '../../shared/shows/use-show.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './add-rooms.module.css';
import { rowOf } from './room-change.js';
import type { RoomLine, SourceProps } from './room-lines.js';
import { cellsOf } from './rooms-csv.js';
import { t } from './texts.js';

/** Rooms of another event, with their ids: copied again, nothing is created twice. */
export function CopySource({ show, onLines }: SourceProps) {
  const [from, setFrom] = useState<string | null>(null);
  const shows = useShows(false);
  const others = (shows.data?.shows ?? []).filter(
    ({ showId, deletedAt }) => showId !== show.showId && deletedAt === null,
  );
  return (
    <div className={styles.stack}>
      {shows.isPending && <Skeletons label={t('loading')} count={1} height={70} />}
      {shows.isError && !shows.data && <Failed title={t('failed')} hint={errorText(shows.error)} query={shows} />}
      {shows.data && others.length === 0 && <p className={styles.hint}>{t('noOthers')}</p>}
      {others.length > 0 && (
        <Select
          label={t('copyFrom')}
          placeholder={t('copyChoose')}
          searchable
          data={others.map(({ showId, name, startsAt, timeZone }) => ({
            value: showId,
            label: `${name} (${dayIn(startsAt, timeZone)})`,
          }))}
          value={from}
          onChange={(next) => {
            setFrom(next);
            onLines(null);
          }}
        />
      )}
      {from !== null && <RoomsOf key={from} from={from} show={show} onLines={onLines} />}
    </div>
  );
}

function RoomsOf({ from, show, onLines }: Omit<SourceProps, 'rooms'> & { readonly from: string }) {
  const [withCrew, setWithCrew] = useState(true);
  const other = useShow(from);
  const rooms = useRooms(from, other.data);
  const otherStart = other.data?.facts.startsAt;
  const { startsAt, timeZone } = show.facts;
  const lines = useMemo(
    () =>
      rooms.data === undefined || otherStart === undefined
        ? null
        : rooms.data.map((room, at) => lineOf(room, at, { later: startsAt - otherStart, withCrew, timeZone })),
    [rooms.data, otherStart, startsAt, timeZone, withCrew],
  );
  const give = useEffectEvent(onLines);
  useEffect(() => give(lines), [lines]);
  const failed = other.isError ? other : rooms;
  if (lines === null)
    return other.isError || rooms.isError ? (
      <Failed title={t('roomsFailed')} hint={errorText(failed.error)} query={failed} />
    ) : (
      <Skeletons label={t('roomsLoading')} count={1} height={70} />
    );
  return (
    <>
      <Checkbox
        label={t('copyCrew')}
        checked={withCrew}
        onChange={(event) => setWithCrew(event.currentTarget.checked)}
      />
      {lines.length === 0 && <p className={styles.hint}>{t('copyEmpty')}</p>}
    </>
  );
}

interface Wanted {
  /** Between the starts of the events, ms. */
  readonly later: number;
  readonly withCrew: boolean;
  readonly timeZone: string;
}

function lineOf(room: Room, at: number, { later, withCrew, timeZone }: Wanted): RoomLine {
  const copied = rowOf(room);
  const row = {
    ...copied,
    startsAt: copied.startsAt === null ? null : copied.startsAt + later,
    crewEmails: withCrew ? copied.crewEmails : [],
  };
  const cells = {
    ...cellsOf(row, timeZone),
    template: row.templateId === null ? '' : t('templateSame'),
    rounds: row.laterTemplateIds.length === 0 ? '' : t('roundsSame', { count: row.laterTemplateIds.length }),
  };
  return { line: at + 1, cells, row, faults: [] };
}
