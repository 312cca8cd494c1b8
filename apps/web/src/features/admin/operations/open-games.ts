import type { LiveGame, OperationsFrame } from '@earworm/contracts';

export type Games = ReadonlyMap<string, LiveGame>;

/** The games after a frame; those that are over are gone. The same map when nothing changed. */
export function afterFrame(games: Games, { whole, games: told }: Pick<OperationsFrame, 'whole' | 'games'>): Games {
  if (!whole && told.length === 0) return games;
  const next = new Map(whole ? [] : games);
  for (const game of told) {
    if (game.status === 'completed') next.delete(game.gameId);
    else next.set(game.gameId, game);
  }
  return next;
}

export interface Wish {
  readonly search: string;
  readonly state: 'all' | LiveGame['status'];
  readonly sort: 'newest' | 'active' | 'crowded';
}

const ORDER: Record<Wish['sort'], (a: LiveGame, b: LiveGame) => number> = {
  newest: (a, b) => b.createdAt - a.createdAt,
  active: (a, b) => b.lastAt - a.lastAt,
  crowded: (a, b) => b.players - a.players,
};

/** What the list shows: those that fit, in order; equals stay where they are. */
export function shown(games: Games, { search, state, sort }: Wish): LiveGame[] {
  const wanted = search.trim().toLowerCase();
  return [...games.values()]
    .filter(
      (game) =>
        (state === 'all' || game.status === state) &&
        (game.gameCode.toLowerCase().includes(wanted) || game.moderatorName.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => ORDER[sort](a, b) || a.gameId.localeCompare(b.gameId));
}
