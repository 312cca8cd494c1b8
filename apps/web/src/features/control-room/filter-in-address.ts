import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useFilterParams } from '../../shared/ui/query-in-address.js';
import { LOOKS, PARTS, type RoomFilter, SORTS, VIEWS } from './found-rooms.js';

const NOTHING: RoomFilter = {
  search: '',
  look: 'all',
  group: '',
  sort: 'number',
  view: 'tiles',
  part: 'needs',
  room: '',
};
const TEXT_LENGTH = 80;

function filterIn(params: URLSearchParams): RoomFilter {
  const text = (name: string) => (params.get(name) ?? '').slice(0, TEXT_LENGTH);
  return {
    search: text('search'),
    group: text('group'),
    room: text('room'),
    look: LOOKS.find((look) => look === params.get('look')) ?? NOTHING.look,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? NOTHING.sort,
    view: VIEWS.find((view) => view === params.get('view')) ?? NOTHING.view,
    part: PARTS.find((part) => part === params.get('part')) ?? NOTHING.part,
  };
}

export function useFilterInAddress(): [RoomFilter, (change: Partial<RoomFilter>) => void] {
  const [params, setParams] = useFilterParams();
  const filter = useMemo(() => filterIn(params), [params]);
  const set = useRef(setParams);
  useEffect(() => {
    set.current = setParams;
  });
  // Always the same one: a new one would draw all tiles again with each frame.
  const change = useCallback(
    (part: Partial<RoomFilter>) =>
      set.current(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries({ ...filterIn(before), ...part })) {
            if (value === NOTHING[name as keyof RoomFilter]) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [],
  );
  return [filter, change];
}
