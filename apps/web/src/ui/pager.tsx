import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Query } from './filter.js';
import styles from './feedback-page.module.css';
import { t } from './texts.js';

interface Props {
  readonly query: Query;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ query: { page, pageSize }, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <span role="status">{t('found', { count: total })}</span>
      <span className={styles.gap} />
      <ActionIcon aria-label={t('previous')} disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        <IconChevronLeft size={22} />
      </ActionIcon>
      <span>{t('page', { page, pages })}</span>
      <ActionIcon aria-label={t('next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={22} />
      </ActionIcon>
    </nav>
  );
}
