import { useMemo } from 'react';
import { useFilterParams } from '../../../shared/ui/query-in-address.js';
import { SORTS, STATES, type GameFilter } from './open-games.js';

const NOTHING: GameFilter = { search: '', state: 'all', sort: 'newest', page: 1 };
const SEARCH_LENGTH = 100;

export function filterIn(params: URLSearchParams): GameFilter {
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, SEARCH_LENGTH),
    state: STATES.find((state) => state === params.get('state')) ?? NOTHING.state,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? NOTHING.sort,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : NOTHING.page,
  };
}

export function useFilterInAddress(): [GameFilter, (change: Partial<GameFilter>) => void] {
  const [params, setParams] = useFilterParams();
  const filter = useMemo(() => filterIn(params), [params]);
  const change = (part: Partial<GameFilter>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...filterIn(before), page: 1, ...part })) {
          if (value === NOTHING[name as keyof GameFilter]) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return [filter, change];
}
