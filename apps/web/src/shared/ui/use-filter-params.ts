import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';

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
