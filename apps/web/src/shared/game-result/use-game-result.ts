import { useQuery } from '@tanstack/react-query';
import type { GameResult } from '@earworm/contracts';
import { http } from '../../platform/http/http.js';
import { isLimited } from '../../platform/http/is-limited.js';

/** How one game went; null while it is looked up and when it cannot be. */
export function useGameResult(gameId: string | null): {
  result: GameResult | null;
  failed: boolean;
  again: () => void;
} {
  const query = useQuery({
    queryKey: ['result', gameId],
    queryFn: () => http.call('gameResult', { params: { gameId: gameId ?? '' } }),
    enabled: gameId !== null,
    // A game that has just ended reaches the history a moment later.
    retry: (times, error) => !isLimited(error) && times < 1,
  });
  return { result: query.data ?? null, failed: query.isError, again: () => void query.refetch() };
}
