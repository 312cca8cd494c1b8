import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '@earworm/contracts';
import { http } from '../../app/http.js';

const NONE: readonly HistoryEntry[] = [];

/** The newest games first; a history that cannot be read is an empty one. */
export function useHistory(userId: string): { games: readonly HistoryEntry[]; loading: boolean } {
  const query = useQuery({
    queryKey: ['history', userId],
    queryFn: async () => (await http.call('history')).games,
  });
  return { games: query.data ?? NONE, loading: query.isPending };
}
