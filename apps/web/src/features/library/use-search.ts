import type { RouteInput } from '@earworm/contracts';
import { useMemo } from 'react';
import { useFilterParams } from '../../shared/ui/query-in-address.js';

export type Search = NonNullable<RouteInput<'browseTemplates'>['query']> & { page: number };
export type Sort = NonNullable<Search['sort']>;

const SORTS: readonly string[] = ['popular', 'newest', 'title'] satisfies Sort[];
const isSort = (text: string | null): text is Sort => text !== null && SORTS.includes(text);

export function useSearch(): [Search, (change: Partial<Search>) => void] {
  const [params, setParams] = useFilterParams();
  const search = useMemo<Search>(() => {
    const language = params.get('language') ?? '';
    const sort = params.get('sort');
    return {
      q: (params.get('q') ?? '').slice(0, 100),
      tags: (params.get('tags') ?? '').slice(0, 300),
      ...(/^[a-z]{2,3}$/.test(language) ? { language } : {}),
      ...(isSort(sort) ? { sort } : {}),
      page: Math.min(400, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    };
  }, [params]);
  const change = (next: Partial<Search>) =>
    setParams(
      (now) => {
        if (!('page' in next)) now.delete('page');
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined || value === '' || value === 1) now.delete(name);
          else now.set(name, String(value));
        }
        return now;
      },
      { replace: !('page' in next) },
    );
  return [search, change];
}

export const tagsIn = (tags: string | undefined): string[] => (tags ?? '').split(',').filter((tag) => tag !== '');
