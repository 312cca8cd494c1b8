import { ActionIcon, Checkbox, NumberInput } from '@mantine/core';
import { CATEGORY_NAME_MAX_LENGTH, POINTS_MAX, POINTS_STEP, TEXT_MAX_LENGTH } from '@earworm/rules';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { messageOf } from '../../platform/i18n/t.js';
import { TextField } from '../ui/text-fields.js';
import styles from './list-import.module.css';
import { type ListRow, openOf, type RowNote } from './rows.js';
import { t } from './texts.js';
import type { RowChange } from './use-rows.js';

interface Props {
  readonly row: ListRow;
  readonly used: boolean;
  readonly mayUse: boolean;
  /** Null while it is left out. */
  readonly points: number | null;
  readonly refusal: string | null;
  readonly hasCategories: boolean;
  readonly onUse: (id: ListRow['id'], use: boolean) => void;
  readonly onChange: (id: ListRow['id'], change: RowChange) => void;
}

/** Pages in front of a video have long addresses. */
const LINK_MAX = 4_000;
const TEXT_FIELDS = [
  { field: 'link', maxLength: LINK_MAX, inputMode: 'url', dir: 'ltr' },
  { field: 'answer', maxLength: TEXT_MAX_LENGTH, dir: 'auto' },
  { field: 'song', maxLength: TEXT_MAX_LENGTH, dir: 'auto' },
  { field: 'category', maxLength: CATEGORY_NAME_MAX_LENGTH, dir: 'auto' },
] as const;

const noteText = ({ code, what }: RowNote): string => {
  if (code === 'points-unclear') return t('n_points', { what });
  return code === 'shortened' ? t('n_shortened') : t('n_clip', { what });
};

export const ListRowItem = memo(function ListRowItem(props: Props) {
  const { row, used, mayUse, points, refusal, hasCategories, onUse, onChange } = props;
  // A field that was shown because something was missing stays while it is filled.
  const [asked] = useState(() => openOf(row));
  const [editing, setEditing] = useState(false);
  const open = openOf(row);
  const texts = [
    ...open.map((code) => messageOf(code)),
    ...row.notes.map(noteText),
    ...(refusal === null ? [] : [refusal]),
  ];
  const shows = (code: (typeof open)[number], ...others: (typeof open)[number][]) =>
    editing || [code, ...others].some((each) => asked.includes(each) || open.includes(each));
  const asks = {
    link: shows('youtube-link-required', 'youtube-link-invalid'),
    answer: shows('answer-required'),
    song: editing,
    category: editing && hasCategories,
  };
  return (
    <li className={styles.row} data-left={!used || undefined}>
      <Checkbox
        className={styles.use}
        checked={used}
        disabled={!mayUse}
        aria-label={row.answer === '' ? t('useLine', { n: row.line }) : t('use', { name: row.answer })}
        onChange={(event) => onUse(row.id, event.currentTarget.checked)}
      />
      <div className={styles.what}>
        <span className={styles.answer} dir="auto">
          {row.categoryOnly ? t('categoryOnly') : row.answer || t('noAnswer')}
        </span>
        <span className={styles.details} dir="auto">
          {[
            points === null || row.categoryOnly ? '' : t('points', { count: points, points: figure(points) }),
            row.song,
            row.link,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        {texts.length > 0 && (
          <span className={styles.warning}>
            <IconAlertTriangle size={16} aria-hidden />
            {texts.join(' ')}
          </span>
        )}
      </div>
      {!row.categoryOnly && (
        <ActionIcon
          className={styles.pencil}
          aria-label={t('edit', { n: row.line })}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          <IconPencil size={20} />
        </ActionIcon>
      )}
      {!row.categoryOnly && (asks.link || asks.answer) && (
        <div className={styles.fields}>
          {TEXT_FIELDS.filter(({ field }) => asks[field]).map(({ field, ...attributes }) => (
            <TextField
              key={field}
              {...attributes}
              label={t(field)}
              autoComplete="off"
              value={row[field]}
              onChange={(value) => onChange(row.id, { [field]: value })}
            />
          ))}
          {editing && (
            <NumberInput
              label={t('pointsField')}
              min={0}
              max={POINTS_MAX}
              step={POINTS_STEP}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              value={row.points ?? points ?? ''}
              onChange={(value) => onChange(row.id, { points: value === '' ? null : Number(value) })}
            />
          )}
        </div>
      )}
    </li>
  );
});
