import { ERRORS, RefusedError } from '@earworm/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';

/** The user lacks the permission, or has lost it. */
export const isLimited = (error: unknown): boolean => error instanceof RefusedError && error.code === 'forbidden';

/** What was asked for is refused for good: asking again gives the same answer. */
export const isSettled = (error: unknown): boolean => error instanceof RefusedError && ERRORS[error.code].http < 500;

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
