import type { ReactNode } from 'react';
import { t } from '../../platform/i18n/t.js';
import styles from './empty-state.module.css';
import { Wave } from './wave.js';
import { Button } from '../controls/button.js';

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Wave progress={null} bars={16} className={styles.wave} />
      <p className={styles.title}>{title}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

interface FailedProps extends Omit<EmptyStateProps, 'action'> {
  readonly query: Retried;
}

/** What `useQuery` returns, for instance. */
export interface Retried {
  readonly isFetching: boolean;
  refetch(): unknown;
}

export function Failed({ title, hint, query: { isFetching, refetch } }: FailedProps) {
  const retry = (
    <Button loading={isFetching} onClick={() => void refetch()}>
      {t('again')}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState title={title} hint={hint} action={retry} />
    </div>
  );
}
