import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Column, type Role, ROLES } from './columns.js';
import styles from './list-import.module.css';
import type { TableRow } from './delimited.js';
import { t } from './texts.js';

interface Props {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly onChoose: (columns: readonly Column[]) => void;
}

/** Of these roles one column is enough; choosing another one frees the first. */
const ONCE: readonly Role[] = ['category', 'points', 'link', 'clip'];
const EXAMPLE_LENGTH = 40;

/** Columns without any content are not shown. */
export function ColumnsChoice({ columns, rows, onChoose }: Props) {
  // What is not used anyway need not take the place of the questions.
  const [isDoubtful] = useState(
    () =>
      !columns.some(({ role }) => role === 'answer') ||
      columns.some(({ role, certain }) => !certain && role !== 'none'),
  );
  const example = (index: number) => rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index]?.trim();
  const choose = (index: number, role: Role) =>
    onChoose(
      columns.map((column, at) => {
        if (at === index) return { ...column, role, certain: true };
        return column.role === role && ONCE.includes(role) ? { ...column, role: 'none' } : column;
      }),
    );
  const unsure = columns.filter(({ certain }) => !certain).length;
  return (
    <details className={styles.columns} open={isDoubtful}>
      <summary>
        {t('columns')}
        {unsure > 0 && <b>{` · ${t('toCheck', { count: unsure })}`}</b>}
      </summary>
      <p className={styles.hint}>{t('columnsHint')}</p>
      <div className={styles.selects}>
        {columns.map(({ heading, role, certain }, index) => {
          const first = example(index);
          return first === undefined ? null : (
            <NativeSelect
              key={index}
              label={heading === '' ? t('column', { n: index + 1 }) : t('columnNamed', { name: heading })}
              description={first.slice(0, EXAMPLE_LENGTH)}
              error={certain ? undefined : t('check')}
              data={ROLES.map((value) => ({ value, label: t(`role_${value}`) }))}
              value={role}
              onChange={(event) => choose(index, event.currentTarget.value as Role)}
            />
          );
        })}
      </div>
    </details>
  );
}
