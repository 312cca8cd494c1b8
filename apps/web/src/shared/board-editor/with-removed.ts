import { useState } from 'react';

interface Item {
  readonly id: string;
}

/** Keeps removed items that `stays` accepts, behind their former neighbour. */
export function withRemoved<T extends Item>(
  before: readonly T[],
  now: readonly T[],
  stays: (id: T['id']) => boolean,
): readonly T[] {
  const there = new Set(now.map(({ id }) => id));
  const next = [...now];
  before.forEach((item, index) => {
    if (there.has(item.id) || !stays(item.id)) return;
    there.add(item.id);
    const after = before[index - 1]?.id;
    next.splice(next.findIndex(({ id }) => id === after) + 1, 0, item);
  });
  return next;
}

/** `more` is shown initially. */
export function useWithRemoved<T extends Item>(
  now: readonly T[],
  stays: (id: T['id']) => boolean,
  more: readonly T[] = [],
): readonly T[] {
  const [visible, setVisible] = useState<readonly T[]>(() => [...now, ...more]);
  const next = withRemoved(visible, now, stays);
  if (next.length !== visible.length || next.some((item, index) => item !== visible[index])) setVisible(next);
  return next;
}
