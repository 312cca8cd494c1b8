import type { RoomNow } from '@earworm/contracts';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './control-room.module.css';
import { lookOf } from './found-rooms.js';
import { t } from './texts.js';

interface Props {
  /** In the order in which they are shown. */
  readonly rooms: readonly RoomNow[];
  /** The room that is open, or those that are chosen. */
  readonly pressed: ReadonlySet<string>;
  onOpen(room: RoomNow): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };

/** One tab stop; the arrow keys lead from tile to tile. */
export function RoomTiles({ rooms, pressed, onOpen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState('');
  const focusable = rooms.some(({ roomId }) => roomId === current) ? current : (rooms[0]?.roomId ?? '');
  const onKey = (event: KeyboardEvent) => {
    const at = rooms.findIndex(({ roomId }) => roomId === focusable);
    const to = { Home: 0, End: rooms.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? Number.NaN);
    const next = rooms[to];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next.roomId);
    place.current?.querySelector<HTMLElement>(`[data-room="${next.roomId}"]`)?.focus();
  };
  const byGroup = Map.groupBy(rooms, ({ group }) => group);
  return (
    <div ref={place} onKeyDown={onKey} role="group" aria-label={t('rooms')} aria-description={t('tilesHint')}>
      {[...byGroup].map(([group, some]) => (
        <section key={group} aria-label={group || t('noGroup')}>
          {byGroup.size > 1 && <h3 className={styles.groupName}>{group || t('noGroup')}</h3>}
          <div className={styles.tiles}>
            {some.map((room) => (
              <Tile
                key={room.roomId}
                room={room}
                isOpen={pressed.has(room.roomId)}
                isFocusable={room.roomId === focusable}
                onOpen={onOpen}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

interface TileProps {
  readonly room: RoomNow;
  readonly isOpen: boolean;
  readonly isFocusable: boolean;
  onOpen(room: RoomNow): void;
}

const Tile = memo(function Tile({ room, isOpen, isFocusable, onOpen }: TileProps) {
  useTranslator();
  const { roomId, number, name } = room;
  const look = lookOf(room);
  return (
    <button
      type="button"
      className={styles.tile}
      data-room={roomId}
      data-look={look}
      aria-pressed={isOpen}
      aria-label={t('tile', { number: String(number), name, look: t(`look_${look}`) })}
      tabIndex={isFocusable ? 0 : -1}
      onClick={() => onOpen(room)}
    >
      {look === 'needs' ? `!${number}` : number}
    </button>
  );
});
