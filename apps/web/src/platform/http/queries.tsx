import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { isSettled } from './is-limited.js';

/** Once more after a failure; a refusal is shown at once. */
const retry = (times: number, error: unknown): boolean => !isSettled(error) && times < 1;

export const queries = new QueryClient({
  defaultOptions: { queries: { retry, staleTime: 10_000, refetchOnWindowFocus: true } },
});

/** For the pages that read lists; the first screen and the game itself do without. */
export function WithQueries() {
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}
