import { FeedbackQuery } from '@earworm/contracts';
import type { z } from 'zod';
import { useSearchParams } from 'react-router-dom';

export type Query = z.output<typeof FeedbackQuery>;

const NAMES = ['search', 'type', 'status', 'sort', 'direction', 'page'] as const;

/** What an address asks for; what it gets wrong is left out. */
export function queryIn(params: URLSearchParams): Query {
  const given: Record<string, string> = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null && FeedbackQuery.shape[name].safeParse(value).success) given[name] = value;
  }
  return FeedbackQuery.parse(given);
}

/** The filter stands in the address: it survives a reload, and can be sent to somebody. */
export function useQueryInAddress(): [Query, (change: Partial<Query>) => void] {
  const [params, setParams] = useSearchParams();
  const query = queryIn(params);
  const change = (part: Partial<Query>) => {
    const { pageSize: _, ...next } = { ...query, page: 1, ...part };
    const defaults: Record<string, unknown> = FeedbackQuery.parse({});
    const told = Object.entries(next).filter(([name, value]) => value !== undefined && value !== defaults[name]);
    setParams(Object.fromEntries(told.map(([name, value]) => [name, String(value)])), { replace: true });
  };
  return [query, change];
}
