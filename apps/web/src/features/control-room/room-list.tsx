import type { RoomNow } from '@earworm/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './control-room.module.css';
import { lookOf } from './found-rooms.js';
import { Age } from './times.js';
import { roomTitle, t } from './texts.js';

const ROW_HEIGHT = 84;

interface Props {
  readonly rooms: readonly RoomNow[];
  /** The room that is open, or those that are chosen. */
  readonly pressed: ReadonlySet<string>;
  onOpen(room: RoomNow): void;
}

/** Only visible rows are rendered. */
export function RoomList({ rooms, pressed, onOpen }: Props) {
  const place = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = place.current?.offsetTop ?? 0;
    if (top !== margin) setMargin(top);
  }, [margin, rooms]);
  const rows = useWindowVirtualizer({
    count: rooms.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => rooms[index]?.roomId ?? index,
  });
  return (
    <ul ref={place} className={styles.rows} style={{ height: rows.getTotalSize() }} aria-label={t('rooms')}>
      {rows.getVirtualItems().map(({ key, index, start, size }) => {
        const room = rooms[index];
        return (
          room && (
            <li
              key={key}
              className={styles.rowItem}
              aria-setsize={rooms.length}
              aria-posinset={index + 1}
              style={{ height: size, transform: `translateY(${start - margin}px)` }}
            >
              <Row room={room} isOpen={pressed.has(room.roomId)} onOpen={onOpen} />
            </li>
          )
        );
      })}
    </ul>
  );
}

interface RowProps {
  readonly room: RoomNow;
  readonly isOpen: boolean;
  onOpen(room: RoomNow): void;
}

const Row = memo(function Row({ room, isOpen, onOpen }: RowProps) {
  useTranslator();
  const { question = 0, questions = 0, connected = 0, seated = 0, crew = 0 } = room;
  const { leader, lastActionAt, song, slowestBuzzMs } = room;
  const look = lookOf(room);
  return (
    <button type="button" className={styles.row} data-look={look} aria-pressed={isOpen} onClick={() => onOpen(room)}>
      <b dir="auto">{roomTitle(room)}</b>
      <span className={styles.look}>{t(`look_${look}`)}</span>
      <span>{t('questionOf', { n: figure(question), all: figure(questions) })}</span>
      <span dir="auto">{leader && t('leaderOf', { name: leader.name, points: figure(leader.points) })}</span>
      <span>{t('playersOf', { connected: figure(connected), seated: figure(seated) })}</span>
      <span>{`${t('crew')}: ${figure(crew)}`}</span>
      <span>{lastActionAt !== undefined && <Age since={lastActionAt} />}</span>
      <span>{song && t(`song_${song}`)}</span>
      <span>{slowestBuzzMs !== undefined && t('slowestOf', { n: figure(slowestBuzzMs) })}</span>
    </button>
  );
});
