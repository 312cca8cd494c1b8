import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry, HistoryList } from '@earworm/contracts';
import { http } from '../../platform/http/http.js';

const NONE: readonly HistoryEntry[] = [];

/** The newest games first; a history that cannot be read is an empty one. */
export function useHistory(userId: string, list: HistoryList): { games: readonly HistoryEntry[]; loading: boolean } {
  const query = useQuery({
    queryKey: ['history', userId, list],
    queryFn: async () => (await http.call('history', { query: { list } })).games,
  });
  return { games: query.data ?? NONE, loading: query.isPending };
}
