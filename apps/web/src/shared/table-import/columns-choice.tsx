import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './columns.js';
import type { TableRow } from './read-table.js';
import styles from './table-import.module.css';
import { t } from './texts.js';

interface Props<Role extends string> {
  readonly columns: readonly Column<Role>[];
  readonly rows: readonly TableRow[];
  /** In the order of the choice, with their names. */
  readonly roles: readonly { readonly value: Role; readonly label: string }[];
  /** Of these roles one column is enough; choosing another one frees the first. */
  readonly once: readonly Role[];
  /** What a column is that is not used. */
  readonly unused: Role;
  /** Roles without which nothing can be read. */
  readonly needed: readonly Role[];
  readonly hint?: string;
  readonly onChoose: (columns: readonly Column<Role>[]) => void;
}

const EXAMPLE_LENGTH = 40;

/** Columns without any content are not shown. */
export function ColumnsChoice<Role extends string>(props: Props<Role>) {
  const { columns, rows, roles, once, unused, needed, hint, onChoose } = props;
  // What is not used anyway need not take the place of the rows.
  const [isDoubtful] = useState(
    () =>
      needed.some((wanted) => !columns.some(({ role }) => role === wanted)) ||
      columns.some(({ role, certain }) => !certain && role !== unused),
  );
  const example = (index: number) => rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index]?.trim();
  const choose = (index: number, role: Role) =>
    onChoose(
      columns.map((column, at) => {
        if (at === index) return { ...column, role, certain: true };
        return column.role === role && once.includes(role) ? { ...column, role: unused } : column;
      }),
    );
  const unsure = columns.filter(({ certain }) => !certain).length;
  return (
    <details className={styles.columns} open={isDoubtful}>
      <summary>
        {t('columns')}
        {unsure > 0 && <b>{` · ${t('toCheck', { count: unsure })}`}</b>}
      </summary>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.selects}>
        {columns.map(({ heading, role, certain }, index) => {
          const first = example(index);
          return first === undefined ? null : (
            <NativeSelect
              key={index}
              label={heading === '' ? t('column', { n: index + 1 }) : t('columnNamed', { name: heading })}
              description={first.slice(0, EXAMPLE_LENGTH)}
              error={certain ? undefined : t('check')}
              data={roles}
              value={role}
              onChange={(event) => choose(index, event.currentTarget.value as Role)}
            />
          );
        })}
      </div>
    </details>
  );
}
