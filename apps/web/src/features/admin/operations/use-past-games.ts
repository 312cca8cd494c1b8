import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { http } from '../../../platform/http/http.js';
import type { Wish } from './open-games.js';

/**
 * A page of the games that are not open any more, and how many a search finds.
 * @param ended games that ended while the page was open: read again when there is one more
 */
export const usePastGames = ({ search, page }: Pick<Wish, 'search' | 'page'>, ended: number) =>
  useQuery({
    queryKey: ['past-games', search, page, ended],
    queryFn: () => http.call('pastGames', { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
export type PastGames = ReturnType<typeof usePastGames>;
