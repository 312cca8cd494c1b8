import type { Account, RouteInput } from '@earworm/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../../../platform/http/http.js';
import { READ_ONCE } from '../../../platform/http/queries.js';

/** Every read is in the audit log, also one that fails. */
const AUDITED = { ...READ_ONCE, retry: false } as const;

export const useAccounts = (query: NonNullable<RouteInput<'listAccounts'>['query']>) =>
  useQuery({
    ...AUDITED,
    queryKey: ['accounts', query],
    queryFn: () => http.call('listAccounts', { query }),
    placeholderData: keepPreviousData,
  });

export const useAccount = (userId: string) =>
  useQuery({
    ...AUDITED,
    queryKey: ['account', userId],
    queryFn: () => http.call('readAccount', { params: { userId } }),
  });

export const useGamesOf = (userId: string, page: number) =>
  useQuery({
    ...AUDITED,
    queryKey: ['account-games', userId, page],
    queryFn: () => http.call('accountGames', { params: { userId }, query: { page } }),
    placeholderData: keepPreviousData,
  });

export type AccountAct = 'giveAdmin' | 'takeAdmin' | 'disable' | 'enable' | 'endSessions';
const ROUTE_OF = {
  giveAdmin: 'giveAdmin',
  takeAdmin: 'takeAdmin',
  disable: 'disableAccount',
  enable: 'enableAccount',
  endSessions: 'endAccountSessions',
} as const;

export function useAct({ userId }: Account) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, reason }: { act: AccountAct; reason: string }): Promise<Account | null> => {
      const changed = await http.call(ROUTE_OF[act], { params: { userId }, body: { reason } });
      return 'role' in changed ? (changed as Account) : null;
    },
    onSuccess: (changed) => {
      if (changed !== null) client.setQueryData(['account', userId], changed);
      return client.invalidateQueries({ queryKey: ['accounts'], refetchType: 'none' });
    },
  });
}
