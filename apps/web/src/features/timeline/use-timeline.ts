import type { RouteReply } from '@earworm/contracts';
import type { TimelineRow } from '@earworm/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';

export interface TimelineOf {
  readonly gameId: string;
  /** Where an operator reads it. */
  readonly room: { readonly showId: string; readonly roomId: string } | null;
}

const AGAIN_MS = 5_000;

/** All rows so far, and what is added later. */
export function useTimeline({ gameId, room }: TimelineOf) {
  const queries = useQueryClient();
  const queryKey = ['timeline', gameId];
  const page = (query: { after: number }): Promise<RouteReply<'gameTimeline'>> =>
    room === null
      ? http.call('gameTimeline', { params: { gameId }, query })
      : http.call('roomTimeline', { params: { ...room, gameId }, query });
  return useQuery({
    queryKey,
    queryFn: async () => {
      const rows = [...(queries.getQueryData<readonly TimelineRow[]>(queryKey) ?? [])];
      let after: number | null = rows.at(-1)?.version ?? 0;
      while (after !== null) {
        const { rows: more, next }: RouteReply<'gameTimeline'> = await page({ after });
        rows.push(...more);
        after = next;
      }
      return rows;
    },
    refetchInterval: AGAIN_MS,
  });
}
