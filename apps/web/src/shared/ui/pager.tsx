import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './pager.module.css';
import { t } from '../../platform/i18n/t.js';

interface Props {
  readonly page: number;
  readonly pages: number;
  onPage(page: number): void;
  readonly children?: ReactNode;
}

export function Pager({ page, pages, onPage, children }: Props) {
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <span className={styles.before}>{children}</span>
      <ActionIcon aria-label={t('previousPage')} disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        <IconChevronLeft size={22} />
      </ActionIcon>
      <span>{t('page', { page, pages })}</span>
      <ActionIcon aria-label={t('nextPage')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={22} />
      </ActionIcon>
    </nav>
  );
}
