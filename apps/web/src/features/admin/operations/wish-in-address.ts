import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SORTS, STATES, type Wish } from './open-games.js';

const NOTHING: Wish = { search: '', state: 'all', sort: 'newest', page: 1 };
const SEARCH_LENGTH = 100;

export function wishIn(params: URLSearchParams): Wish {
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, SEARCH_LENGTH),
    state: STATES.find((state) => state === params.get('state')) ?? NOTHING.state,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? NOTHING.sort,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : NOTHING.page,
  };
}

export function useWishInAddress(): [Wish, (change: Partial<Wish>) => void] {
  const [params, setParams] = useSearchParams();
  const wish = useMemo(() => wishIn(params), [params]);
  const change = (part: Partial<Wish>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...wishIn(before), page: 1, ...part })) {
          if (value === NOTHING[name as keyof Wish]) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return [wish, change];
}
