import { LEADERS_SHOWN } from '../constants.js';
import type { Game, Player } from '../state.js';
import type { Leader } from '../views.js';

export const leaderOf = ({ id, seat, name, score, isActive }: Player): Leader => ({ id, seat, name, score, isActive });

const byRank = (a: Pick<Leader, 'score' | 'seat'>, b: Pick<Leader, 'score' | 'seat'>): number =>
  b.score - a.score || a.seat - b.seat;

// The ranking is worked out once per set of players, not once for each view of each event.
const known = new WeakMap<Game['players'], readonly Leader[]>();

/** The LEADERS_SHOWN best players, by score, then by seat. */
export function leadersOf(game: Game): readonly Leader[] {
  const ready = known.get(game.players);
  if (ready !== undefined) return ready;
  const leaders = best(game.players, LEADERS_SHOWN).map(leaderOf);
  known.set(game.players, leaders);
  return leaders;
}

/** The first `count` by rank, without sorting all: whoever is behind the last of the full list costs one comparison. */
function best(players: readonly Player[], count: number): readonly Player[] {
  const list: Player[] = [];
  for (const player of players) {
    const last = list[count - 1];
    if (last !== undefined && byRank(last, player) < 0) continue;
    const place = list.findLastIndex((other) => byRank(other, player) < 0) + 1;
    list.splice(place, 0, player);
    if (list.length > count) list.pop();
  }
  return list;
}

/** Rank from 1 among everybody who ever joined. */
export const rankOf = (game: Game, player: Player): number =>
  1 + game.players.filter((other) => byRank(other, player) < 0).length;

/** Who stands among the leaders only because this player fell behind; null when nobody does. */
export function enteringLeader(before: Game, after: Game, fallen: Leader['id']): Leader | null {
  const shown = leadersOf(before);
  if (shown.length < LEADERS_SHOWN || !shown.some(({ id }) => id === fallen)) return null;
  return leadersOf(after).find((leader) => !shown.some(({ id }) => id === leader.id)) ?? null;
}

/** The ranking with these players in it as they are now. */
export function rankedWith(leaders: readonly Leader[], ...changed: readonly Leader[]): readonly Leader[] {
  const others = leaders.filter(({ id }) => !changed.some((leader) => leader.id === id));
  return [...others, ...changed].sort(byRank).slice(0, LEADERS_SHOWN);
}
