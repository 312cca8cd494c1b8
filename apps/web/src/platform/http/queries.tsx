import { ERRORS, RefusedError } from '@earworm/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';

export const isLimited = (error: unknown): boolean => error instanceof RefusedError && error.code === 'forbidden';

/** Asking again gives the same answer. */
export const isSettled = (error: unknown): boolean => error instanceof RefusedError && ERRORS[error.code].http < 500;

const retry = (times: number, error: unknown): boolean => !isSettled(error) && times < 1;

export const queries = new QueryClient({
  // Without a network a query fails with a message, instead of waiting for one.
  defaultOptions: {
    queries: { retry, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});

/** For reads that the audit log records: they are not repeated while the page is open. */
export const READ_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function WithQueries() {
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}
