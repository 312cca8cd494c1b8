import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Wave } from './wave.js';

interface EmptyStateProps {
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Wave progress={null} bars={16} className={styles.wave} />
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{hint}</p>
      {action}
    </div>
  );
}

interface FailedProps extends Omit<EmptyStateProps, 'action'> {
  readonly again: string;
  readonly busy: boolean;
  onAgain(): void;
}

export function Failed({ title, hint, again, busy, onAgain }: FailedProps) {
  const retry = (
    <Button loading={busy} onClick={onAgain}>
      {again}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState title={title} hint={hint} action={retry} />
    </div>
  );
}

export function Limited({ title, hint }: Omit<EmptyStateProps, 'action'>) {
  return (
    <div role="alert">
      <EmptyState title={title} hint={hint} />
    </div>
  );
}
