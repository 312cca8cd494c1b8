import type { Analytics, GameFilter } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { BARS, barOf, barsOf } from '../tally/histograms.js';
import { countGamesByPlayers, isOfGames, sumBars } from './analytics.sql.js';
import type { Span } from './time-ranges.js';

export interface Games {
  readonly values: readonly string[];
  /** @param before number of the query's parameters before `values` */
  condition(before: number): string;
}

export function gamesOf({ gameCode = '', moderator = '' }: GameFilter): Games | null {
  if (gameCode === '' && moderator === '') return null;
  return {
    values: [gameCode, moderator],
    condition: (before) => isOfGames(`$${before + 1}`, `$${before + 2}`),
  };
}

/** A game counts when it was created, with its players so far. */
export async function playersOfGames(database: EntityManager, { from, to }: Span, games: Games) {
  const rows = await database.query<{ players: number; n: number }[]>(countGamesByPlayers(games.condition(2)), [
    from.getTime(),
    to.getTime(),
    ...games.values,
  ]);
  const bars = new Map<string, number>();
  for (const { players, n } of rows) {
    const bar = barOf(BARS.playersPerGame, players);
    bars.set(bar, (bars.get(bar) ?? 0) + n);
  }
  return barsOf(BARS.playersPerGame, bars);
}

export async function timeToBuzzOfGames(
  database: EntityManager,
  { from, to }: Span,
  games: Games,
): Promise<Analytics['timeToPress']> {
  const rows = await database.query<{ bar: number; first: number; every: number }[]>(sumBars(games.condition(2)), [
    from,
    to,
    ...games.values,
  ]);
  const counts = (which: 'first' | 'every') => {
    const byBar = new Map(rows.map((row) => [row.bar - 1, row[which]]));
    const ends = [...BARS.timeToPress, null];
    return ends.map((upTo, i) => ({ upTo, count: byBar.get(i) ?? 0 }));
  };
  return { first: counts('first'), every: counts('every') };
}
