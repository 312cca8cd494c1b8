import { UnstyledButton } from '@mantine/core';
import type { Feedback, FeedbackSort } from '@earworm/contracts';
import { IconArrowDown, IconArrowUp, IconPhoto } from '@tabler/icons-react';
import { ago, exactly } from '../../../shared/ui/relative-time.js';
import type { Query } from './use-feedback-list.js';
import styles from './feedback-table.module.css';
import { t } from './texts.js';

interface Props {
  readonly rows: readonly Feedback[];
  readonly query: Query;
  readonly now: number;
  readonly onSort: (sort: Pick<Query, 'sort' | 'direction'>) => void;
  readonly onOpen: (entry: Feedback) => void;
}

const COLUMNS: readonly { sort: FeedbackSort; label: 'titleColumn' | Exclude<FeedbackSort, 'title'> }[] = [
  { sort: 'title', label: 'titleColumn' },
  { sort: 'type', label: 'type' },
  { sort: 'status', label: 'status' },
  { sort: 'userEmail', label: 'userEmail' },
  { sort: 'createdAt', label: 'createdAt' },
];

export function FeedbackTable({ rows, query, now, onSort, onOpen }: Props) {
  const isUp = query.direction === 'asc';
  const sortBy = (sort: FeedbackSort) => {
    const first = sort === 'createdAt' ? 'desc' : 'asc';
    const other = first === 'asc' ? 'desc' : 'asc';
    onSort({ sort, direction: query.sort === sort && query.direction === first ? other : first });
  };
  return (
    <table className={styles.table} aria-label={t('rows')}>
      <thead>
        <tr>
          {COLUMNS.map(({ sort, label }) => (
            <th key={sort} scope="col" aria-sort={query.sort !== sort ? undefined : isUp ? 'ascending' : 'descending'}>
              <UnstyledButton className={styles.sort} onClick={() => sortBy(sort)}>
                {t(label)}
                {query.sort === sort && (isUp ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />)}
              </UnstyledButton>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <tr key={entry.feedbackId} onClick={() => onOpen(entry)}>
            <td className={styles.titleCell}>
              <UnstyledButton className={styles.open} aria-label={t('open', { title: entry.title })}>
                <span className={styles.title}>{entry.title}</span>
                {entry.screenshotURL !== null && <IconPhoto size={18} role="img" aria-label={t('hasScreenshot')} />}
              </UnstyledButton>
              <span className={styles.text}>{entry.description}</span>
            </td>
            <td>{t(entry.type)}</td>
            <td>
              <span className={styles.status} data-status={entry.status}>
                {t(entry.status)}
              </span>
            </td>
            <td className={styles.from}>{entry.userEmail ?? t('guest')}</td>
            <td className={styles.when}>
              <time dateTime={new Date(entry.createdAt).toISOString()} title={exactly(entry.createdAt)}>
                {ago(entry.createdAt, now)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
