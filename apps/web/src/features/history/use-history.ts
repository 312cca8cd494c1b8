import { useQuery } from '@tanstack/react-query';
import type { GameResult, HistoryEntry, HistoryList } from '@earworm/contracts';
import { http } from '../../app/http.js';

const NONE: readonly HistoryEntry[] = [];

/** The newest games first; a history that cannot be read is an empty one. */
export function useHistory(userId: string, list: HistoryList): { games: readonly HistoryEntry[]; loading: boolean } {
  const query = useQuery({
    queryKey: ['history', userId, list],
    queryFn: async () => (await http.call('history', { query: { list } })).games,
  });
  return { games: query.data ?? NONE, loading: query.isPending };
}

/** How one game went; null while it is looked up and when it cannot be. */
export function useResult(gameId: string | null): { result: GameResult | null; failed: boolean; again: () => void } {
  const query = useQuery({
    queryKey: ['result', gameId],
    queryFn: () => http.call('gameResult', { params: { gameId: gameId ?? '' } }),
    enabled: gameId !== null,
  });
  return { result: query.data ?? null, failed: query.isError, again: () => void query.refetch() };
}
