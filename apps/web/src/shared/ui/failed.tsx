import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.js';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly again: string;
  readonly busy: boolean;
  onAgain(): void;
}

/** What could not be fetched, whether anything is lost, and the way to try again. */
export function Failed({ title, hint, again, busy, onAgain }: Props) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        hint={hint}
        action={
          <Button loading={busy} onClick={onAgain}>
            {again}
          </Button>
        }
      />
    </div>
  );
}
