import type { RouteReply } from '@earworm/contracts';
import { EVIDENCE_FORMAT, textOf, type TimelineRow } from '@earworm/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';

export interface TimelineOf {
  readonly gameId: string;
  /** Where an operator reads it. */
  readonly room: { readonly showId: string; readonly roomId: string } | null;
}

/** The rows of a game, and the names that they do not have. */
export interface ToldGame {
  readonly rows: readonly TimelineRow[];
  /** Names of operators by their ids. */
  readonly staff: Readonly<Record<string, string>>;
}
/** A gateway of an earlier release names no staff to a crew. */
type Page = Omit<RouteReply<'gameTimeline'>, 'staff'> & Partial<Pick<RouteReply<'gameTimeline'>, 'staff'>>;

const AGAIN_MS = 5_000;

/** All rows so far, and what is added later. */
export function useTimeline({ gameId, room }: TimelineOf) {
  const queries = useQueryClient();
  const queryKey = ['timeline', gameId];
  const page = (query: { after: number }): Promise<Page> =>
    room === null
      ? http.call('gameTimeline', { params: { gameId }, query })
      : http.call('roomTimeline', { params: { ...room, gameId }, query });
  return useQuery({
    queryKey,
    queryFn: async (): Promise<ToldGame> => {
      const before = queries.getQueryData<ToldGame>(queryKey);
      const rows = [...(before?.rows ?? [])];
      const staff: Record<string, string> = { ...before?.staff };
      let after: number | null = rows.at(-1)?.version ?? 0;
      while (after !== null) {
        const { rows: more, next, staff: named = [] }: Page = await page({ after });
        rows.push(...more);
        for (const { userId, name } of named) staff[userId] = name;
        after = next;
      }
      return { rows, staff };
    },
    refetchInterval: AGAIN_MS,
  });
}

/** The text of the evidence file of a game. */
export async function readEvidence(gameId: string): Promise<string> {
  const lines: string[] = [];
  for (let after = 0; ;) {
    const page = await http.call('gameEvidence', { params: { gameId }, query: { after } });
    lines.push(...page.lines);
    const { next, end, scores } = page;
    if (next === null) return textOf({ format: EVIDENCE_FORMAT, gameId, lines, end: end ?? '', scores });
    after = next;
  }
}
