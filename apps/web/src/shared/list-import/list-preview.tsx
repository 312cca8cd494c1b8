import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Refusal } from '../live/board.js';
import styles from './list-import.module.css';
import { ListRowItem } from './list-row.js';
import { openOf } from './rows.js';
import { t } from './texts.js';
import type { useRows } from './use-rows.js';

interface Props {
  readonly list: ReturnType<typeof useRows>;
  readonly refusal: Refusal | null;
  readonly hasCategories: boolean;
}

const ROWS_AT_ONCE = 100;
const FEW = 12;

/** Every row as it would be added, with what is wrong beside it. */
export function ListPreview({ list, refusal, hasCategories }: Props) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [onlyOpen, setOnlyOpen] = useState<ReadonlySet<string> | null>(null);
  const { rows, placed } = list;
  const open = rows.filter((row) => openOf(row).length > 0 || row.notes.length > 0);
  const visible = onlyOpen === null ? rows : rows.filter(({ id }) => onlyOpen.has(id));
  const some = visible.slice(0, shown);
  return (
    <>
      {(onlyOpen !== null || (open.length > 0 && rows.length > FEW)) && (
        <Checkbox
          label={t('onlyOpen', { count: onlyOpen?.size ?? open.length })}
          checked={onlyOpen !== null}
          onChange={(event) => setOnlyOpen(event.currentTarget.checked ? new Set(open.map(({ id }) => id)) : null)}
        />
      )}
      <ol className={styles.rows} aria-label={t('rows')}>
        {some.map((row, index) => {
          const place = placed.places.get(row.id);
          const before = placed.places.get(some[index - 1]?.id ?? row.id);
          const category = row.categoryOnly ? row.category : place?.category;
          const begins = hasCategories && category !== undefined && (index === 0 || before?.category !== category);
          return [
            begins && (
              <li key={`category ${row.id}`} className={styles.category} dir="auto">
                {category}
              </li>
            ),
            <ListRowItem
              key={row.id}
              row={row}
              used={list.isUsed(row)}
              mayUse={list.mayAdd(row)}
              points={place?.points ?? null}
              refusal={refusal?.id === row.id ? refusal.text : null}
              hasCategories={hasCategories}
              onUse={list.choose}
              onChange={list.change}
            />,
          ];
        })}
      </ol>
      {visible.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('showMore')}
        </Button>
      )}
    </>
  );
}
