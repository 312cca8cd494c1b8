import { csvOf } from '@earworm/contracts';
import { Button, Table } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { notifyError } from '../../../platform/notifications/notify.js';
import { saveCsv } from '../../../shared/ui/save-file.js';
import { figure } from '../../../platform/i18n/numbers.js';
import styles from './analytics-page.module.css';
import { t } from './texts.js';

/** Formatted for people in a table, for programs in a file. */
type Cell = string | number | { readonly text: string; readonly saved: string };
const textOf = (cell: Cell) => (typeof cell === 'object' ? cell.text : cell);
const savedOf = (cell: Cell) => (typeof cell === 'object' ? cell.saved : cell);
const SHORT = 12;

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly chart?: ReactNode;
  readonly control?: ReactNode;
  /** Shown instead of figures when this part is unavailable. */
  readonly away?: string;
  readonly first?: (row: number) => ReactNode;
  readonly wide?: boolean;
  /** Rows that the file has and the table leaves out. */
  readonly isLeftOut?: (row: number) => boolean;
}

/** Records an export in the audit log; without that there is no export. */
export const RecordSaved = createContext<(table: string) => Promise<unknown>>(() => Promise.resolve());

export function Panel({
  title,
  hint,
  columns,
  rows,
  chart,
  control,
  away,
  first,
  wide,
  isLeftOut = () => false,
}: Props) {
  const record = use(RecordSaved);
  const save = () =>
    record(title).then(
      () => saveCsv(fileName, csvOf([columns, ...rows.map((row) => row.map(savedOf))])),
      (error: unknown) => notifyError(error),
    );
  const fileName = `earworm-${title.toLowerCase().replace(/\W+/g, '-')}.csv`;
  return (
    <section className={styles.panel} aria-label={title} data-wide={wide || undefined}>
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{title}</h2>
        {rows.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('csvOf', { what: title })}
            onClick={() => void save()}
          >
            {t('csv')}
          </Button>
        )}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {control}
      {away !== undefined && <p role="status">{away}</p>}
      {away === undefined && rows.length === 0 && <p className={styles.hint}>{t('nothing')}</p>}
      {rows.length > 0 && (
        <>
          {chart && (
            <div className={styles.chart} role="img" aria-label={t('chartOf', { what: title })}>
              {chart}
            </div>
          )}
          <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('tableOf', { what: title })}>
            <Table striped stickyHeader verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map((column, at) => (
                    <Table.Th key={column} data-number={typeof rows[0]?.[at] === 'number' || undefined}>
                      {column}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row, at) =>
                  isLeftOut(at) ? null : (
                    <Table.Tr key={at}>
                      {row.map(textOf).map((cell, column) => (
                        <Table.Td
                          key={column}
                          data-number={typeof cell === 'number' || undefined}
                          data-short={(typeof cell === 'string' && cell.length <= SHORT) || undefined}
                        >
                          {column === 0 && first ? first(at) : typeof cell === 'number' ? figure(cell) : cell}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ),
                )}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </section>
  );
}
