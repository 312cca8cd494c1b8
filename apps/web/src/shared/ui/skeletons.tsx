import { Skeleton } from '@mantine/core';
import { WhenLate } from '../late/late-notice.js';

interface Props {
  readonly label: string;
  readonly count: number;
  readonly height: number;
  readonly radius?: 'md' | 'lg';
  /** Of the list that is loading. */
  readonly className?: string | undefined;
}

export function Skeletons({ label, count, height, radius = 'md', className }: Props) {
  return (
    <>
      <div className={className} role="status" aria-label={label}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} height={height} radius={radius} />
        ))}
      </div>
      <WhenLate />
    </>
  );
}
