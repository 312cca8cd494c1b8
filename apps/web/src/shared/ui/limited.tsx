import { EmptyState } from './empty-state.js';

interface Props {
  readonly title: string;
  readonly hint: string;
}

/** In place of what an account may not read, or no longer. */
export function Limited({ title, hint }: Props) {
  return (
    <div role="alert">
      <EmptyState title={title} hint={hint} />
    </div>
  );
}
