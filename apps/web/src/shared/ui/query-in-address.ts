import type { z } from 'zod';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';

type Values = Readonly<Record<string, unknown>>;

/** Ignores invalid values. Every field has a default or is optional. */
export function queryIn<S extends z.ZodObject>(schema: S, names: readonly string[], params: URLSearchParams) {
  const given: Record<string, string> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value !== null && schema.shape[name]?.safeParse(value).success) given[name] = value;
  }
  return schema.parse(given);
}

/** Filters are kept in the address. A new filter starts on the first page. */
export function useQueryInAddress<S extends z.ZodObject>(
  schema: S,
  names: readonly (keyof z.output<S> & string)[],
): [z.output<S>, (change: Partial<z.output<S>>) => void] {
  const [params, setParams] = useFilterParams();
  const query = queryIn(schema, names, params);
  const change = (part: Partial<z.output<S>>) => {
    const next: Values = { ...query, page: 1, ...part };
    const defaults: Values = schema.parse({});
    const changed = names.filter((name) => next[name] !== undefined && next[name] !== defaults[name]);
    setParams(Object.fromEntries(changed.map((name) => [name, String(next[name])])), { replace: true });
  };
  return [query, change];
}

/**
 * `useSearchParams` for filters that are applied after a pause in typing. A page stays mounted while the next one loads: it must not
 * replace the address that a link has already led to.
 */
export function useFilterParams(): [URLSearchParams, SetURLSearchParams] {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const setOwnParams: SetURLSearchParams = (...change) => {
    if (window.location.pathname === pathname) setParams(...change);
  };
  return [params, setOwnParams];
}
