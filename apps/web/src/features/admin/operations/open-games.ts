import type { LiveGame, OperationsFrame } from '@earworm/contracts';

export type Games = ReadonlyMap<string, LiveGame>;

/** Returns the same map when nothing changed. */
export function afterFrame(games: Games, { whole, games: changed }: Pick<OperationsFrame, 'whole' | 'games'>): Games {
  if (!whole && changed.length === 0) return games;
  const next = new Map(whole ? [] : games);
  for (const game of changed) {
    if (game.status === 'completed') next.delete(game.gameId);
    else next.set(game.gameId, game);
  }
  return next;
}

export const STATES = ['all', 'setup', 'playing', 'completed'] as const;
export const SORTS = ['newest', 'active', 'quiet', 'crowded'] as const;

export interface GameFilter {
  readonly search: string;
  readonly state: (typeof STATES)[number];
  readonly sort: (typeof SORTS)[number];
  readonly page: number;
}

const ORDER: Record<GameFilter['sort'], (a: LiveGame, b: LiveGame) => number> = {
  newest: (a, b) => b.createdAt - a.createdAt,
  active: (a, b) => b.lastAt - a.lastAt,
  quiet: (a, b) => a.lastAt - b.lastAt,
  crowded: (a, b) => b.players - a.players,
};

export function found(games: Games, search: string): LiveGame[] {
  const wanted = search.trim().toLowerCase();
  return [...games.values()].filter(
    ({ gameCode, moderatorName, gameId }) =>
      gameCode.toLowerCase().includes(wanted) ||
      moderatorName.toLowerCase().includes(wanted) ||
      gameId.toLowerCase() === wanted,
  );
}

export function countByState(list: readonly LiveGame[]): Record<'all' | 'setup' | 'playing', number> {
  const of = (state: LiveGame['status']) => list.filter(({ status }) => status === state).length;
  return { all: list.length, setup: of('setup'), playing: of('playing') };
}

/** Games with an open call for help first, the longest wait before others. */
const byHelp = (a: LiveGame, b: LiveGame): number =>
  (a.help?.since ?? Number.MAX_SAFE_INTEGER) - (b.help?.since ?? Number.MAX_SAFE_INTEGER);

export function filteredGames(
  list: readonly LiveGame[],
  { state, sort }: Pick<GameFilter, 'state' | 'sort'>,
): LiveGame[] {
  return list
    .filter(({ status }) => state === 'all' || status === state)
    .sort((a, b) => byHelp(a, b) || ORDER[sort](a, b) || a.gameId.localeCompare(b.gameId));
}
