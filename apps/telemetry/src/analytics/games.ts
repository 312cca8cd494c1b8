import type { Analytics, GameFilter } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { BARS, barOf, barsOf } from '../tally/histograms.js';
import { missedIn } from './lists.js';
import type { Span } from './time-ranges.js';

export interface Games {
  readonly values: readonly string[];
  /** @param before number of the query's parameters before `values` */
  condition(before: number): string;
}

/** For the case of letters such as ü in the C locale. */
const COLLATION = 'collate "und-x-icu"';

export function gamesOf({ gameCode = '', moderator = '' }: GameFilter): Games | null {
  if (gameCode === '' && moderator === '') return null;
  return {
    values: [gameCode, moderator],
    condition: (before) => `game_id in (select game_id from game
      where ($${before + 1} = '' or game_code = upper($${before + 1}))
        and position(lower($${before + 2} ${COLLATION}) in lower(moderator_name ${COLLATION})) > 0)`,
  };
}

/** A game counts when it was created, with its players so far. */
export async function playersOfGames(database: EntityManager, { from, to }: Span, games: Games) {
  const rows = await database.query<{ players: number; n: number }[]>(
    `select players, count(*)::int as n from game
      where created_at >= $1 and created_at < $2 and ${games.condition(2)} group by 1`,
    [from.getTime(), to.getTime(), ...games.values],
  );
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
  const rows = await database.query<{ bar: number; first: number; every: number }[]>(
    `select bar::int, sum(first)::int as first, sum(every)::int as every
      from game_figures, unnest(first_press_ms, press_ms) with ordinality as bars (first, every, bar)
      where quarter >= $1 and quarter < $2 and ${games.condition(2)} group by 1`,
    [from, to, ...games.values],
  );
  const counts = (which: 'first' | 'every') => {
    const byBar = new Map(rows.map((row) => [row.bar - 1, row[which]]));
    const ends = [...BARS.timeToPress, null];
    return ends.map((upTo, i) => ({ upTo, count: byBar.get(i) ?? 0 }));
  };
  return { first: counts('first'), every: counts('every') };
}

export const missedByGames = (database: EntityManager, { from, to }: Span, games: Games) =>
  missedIn(database, `game_question_tally where quarter >= $1 and quarter < $2 and ${games.condition(2)}`, [
    from,
    to,
    ...games.values,
  ]);
