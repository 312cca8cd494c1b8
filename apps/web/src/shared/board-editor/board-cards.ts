import type { CategoryId } from '@earworm/rules';
import { useCallback, useState } from 'react';
import type { BoardCategory } from '../live/board.js';
import { useWithRemoved } from './with-removed.js';
import { t } from './texts.js';

export interface BoardCards {
  readonly categories: readonly BoardCategory[];
  /** Including categories deleted elsewhere while something is typed in them here. */
  readonly visible: readonly BoardCategory[];
  readonly onTyping: (categoryId: CategoryId, typing: boolean) => void;
}

export function useBoardCards(categories: readonly BoardCategory[]): BoardCards {
  const [typedIn, setTypedIn] = useState<ReadonlySet<CategoryId>>(new Set());
  const onTyping = useCallback((id: CategoryId, typing: boolean) => {
    setTypedIn((before) => {
      if (before.has(id) === typing) return before;
      const now = new Set(before);
      if (typing) now.add(id);
      else now.delete(id);
      return now;
    });
  }, []);
  const visible = useWithRemoved<BoardCategory>(categories, (id) => typedIn.has(id as CategoryId));
  return { categories, visible, onTyping };
}

export const nameOf = ({ name }: { readonly name: string }, index: number): string =>
  name.trim() || t('unnamed', { n: index + 1 });
