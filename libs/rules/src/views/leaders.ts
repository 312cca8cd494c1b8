import { LEADERS_SHOWN } from '../constants.js';
import type { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, Player } from '../state.js';
import type { GameView, Leader } from '../views.js';

export const leaderOf = ({ id, seat, name, score, isActive }: Player): Leader => ({ id, seat, name, score, isActive });

const byScore = (a: Pick<Leader, 'score' | 'seat'>, b: Pick<Leader, 'score' | 'seat'>): number =>
  b.score - a.score || a.seat - b.seat;

// The ranking is worked out once per set of players, not once for each view of each event.
const cached = new WeakMap<Game['players'], readonly Leader[]>();

/** The LEADERS_SHOWN best players, by score, then by seat. */
export function leadersOf(game: Game): readonly Leader[] {
  const ready = cached.get(game.players);
  if (ready !== undefined) return ready;
  const leaders = best(game.players, LEADERS_SHOWN).map(leaderOf);
  cached.set(game.players, leaders);
  return leaders;
}

/** The first `count`, without sorting all: a player behind the last of the full list costs one comparison. */
function best(players: readonly Player[], count: number): readonly Player[] {
  const list: Player[] = [];
  for (const player of players) {
    if (player.removed !== null) continue;
    const last = list[count - 1];
    if (last !== undefined && byScore(last, player) < 0) continue;
    const place = list.findLastIndex((other) => byScore(other, player) < 0) + 1;
    list.splice(place, 0, player);
    if (list.length > count) list.pop();
  }
  return list;
}

type Scored = Pick<Leader, 'score'>;

/** The rank, from 1, of a score among these: equal scores share a rank, and the next one skips as many. */
export const rankAmong = (all: readonly Scored[], score: number): number =>
  1 + all.filter((other) => other.score > score).length;

export function ranksOf(sorted: readonly Scored[]): readonly number[] {
  const ranks: number[] = [];
  for (const [index, { score }] of sorted.entries()) {
    const isShared = index > 0 && sorted[index - 1]?.score === score;
    ranks.push(isShared ? (ranks[index - 1] ?? 1) : index + 1);
  }
  return ranks;
}

/** The leader who entered only because this player fell behind. */
export function enteringLeader(before: Game, after: Game, overtaken: Leader['id']): Leader | null {
  const previous = leadersOf(before);
  if (previous.length < LEADERS_SHOWN || !previous.some(({ id }) => id === overtaken)) return null;
  return leadersOf(after).find((leader) => !previous.some(({ id }) => id === leader.id)) ?? null;
}

/** The ranking with these players in it as they are now. */
export function rankedWith(leaders: readonly Leader[], ...changed: readonly Leader[]): readonly Leader[] {
  const others = leaders.filter(({ id }) => !changed.some((leader) => leader.id === id));
  return [...others, ...changed].sort(byScore).slice(0, LEADERS_SHOWN);
}

/** How a player stands after an event that changed the score by `gain`, and who moved up among the leaders by it. */
export const standing = (before: Game, after: Game, playerId: UserId, gain: number) => ({
  leader: leaderWithId(after, playerId),
  entering: gain < 0 ? enteringLeader(before, after, playerId) : null,
});

/** Null as well for a player who was removed. */
export function leaderWithId(game: Game, playerId: UserId): Leader | null {
  const player = playerOf(game, playerId);
  return player?.removed === null ? leaderOf(player) : null;
}

/** The view's leaders after a score changed. */
export const restanding = (
  { leaders }: GameView,
  { leader, entering }: { readonly leader: Leader | null; readonly entering: Leader | null },
): readonly Leader[] => rankedWith(leaders, ...[leader, entering].filter((one) => one !== null));
