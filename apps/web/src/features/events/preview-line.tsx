import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import styles from './add-rooms.module.css';
import { faultText, fieldName, placeOf } from './fault-words.js';
import type { LineChange } from './room-change.js';
import { ROOM_FIELDS } from './room-columns.js';
import type { RoomLine } from './room-lines.js';
import { startIn } from '../../shared/shows/show-times.js';
import { t } from './texts.js';

interface Props {
  readonly line: RoomLine;
  readonly change: LineChange;
  readonly timeZone: string;
}

/** A shape besides the colour. */
const ICONS = { new: IconPlus, changed: IconPencil, unchanged: IconEqual, fault: IconAlertTriangle } as const;

export const PreviewLine = memo(function PreviewLine({ line: { line, cells, row, faults }, change, timeZone }: Props) {
  const Icon = ICONS[change];
  const isWrong = (field: (typeof ROOM_FIELDS)[number]) => faults.some((fault) => fault.field === field);
  const text = (field: (typeof ROOM_FIELDS)[number]) =>
    field === 'start' && row?.startsAt != null ? startIn(row.startsAt, timeZone) : cells[field];
  return (
    <li className={styles.line} data-change={change}>
      <span className={styles.place}>{t('lineNo', { n: line })}</span>
      <dl className={styles.cells}>
        {ROOM_FIELDS.filter((field) => cells[field] !== '' || isWrong(field)).map((field) => (
          <div key={field} data-wrong={isWrong(field) || undefined}>
            <dt>{fieldName(field)}</dt>
            <dd dir="auto">{text(field) || '–'}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.change}>
        <Icon size={18} aria-hidden />
        {t(`change_${change}`)}
      </span>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map((fault, index) => (
            <li key={index}>
              <b>{placeOf(line, fault.field)}</b> {faultText(fault)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});
