import { questionsOf } from '../board.js';
import { AWARD_WINNERS_MAX, STREAK_MIN } from '../constants.js';
import type { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, Verdict } from '../state.js';
import type { Awards, AwardWinner } from '../views.js';

/** Of the players still in the ranking, in the order in which they were given. */
const verdictsOf = (game: Game): readonly Verdict[] =>
  questionsOf(game)
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ playerId }) => playerOf(game, playerId)?.removed === null)
    .sort((a, b) => a.version - b.version);

/** Empty when more players share it than are named. */
function winnersOf(game: Game, ids: Iterable<UserId>): readonly AwardWinner[] {
  const all = [...new Set(ids)];
  return all.length > AWARD_WINNERS_MAX
    ? []
    : all.map((playerId) => ({ playerId, name: playerOf(game, playerId)?.name ?? '' }));
}

/** Of the right answers: after how little of the song one of them was buzzed. Without music nothing is heard. */
function fastestBuzzOf(game: Game, verdicts: readonly Verdict[]): Pick<Awards, 'fastestBuzz'> {
  const heard = verdicts.flatMap(({ playerId, correct, heardMs = 0 }) =>
    correct && heardMs > 0 ? [{ playerId, heardMs }] : [],
  );
  const heardMs = Math.min(...heard.map((one) => one.heardMs));
  const winners = winnersOf(
    game,
    heard.filter((one) => one.heardMs === heardMs).map(({ playerId }) => playerId),
  );
  return winners.length > 0 ? { fastestBuzz: { winners, heardMs } } : {};
}

/** Right answers of one player without a wrong one in between; answers of others do not matter. */
function longestStreakOf(game: Game, verdicts: readonly Verdict[]): Pick<Awards, 'longestStreak'> {
  const running = new Map<UserId, number>();
  const longest = new Map<UserId, number>();
  for (const { playerId, correct } of verdicts) {
    const count = correct ? (running.get(playerId) ?? 0) + 1 : 0;
    running.set(playerId, count);
    longest.set(playerId, Math.max(count, longest.get(playerId) ?? 0));
  }
  const count = Math.max(...longest.values());
  if (count < STREAK_MIN) return {};
  const winners = winnersOf(
    game,
    [...longest].filter(([, own]) => own === count).map(([playerId]) => playerId),
  );
  return winners.length > 0 ? { longestStreak: { winners, count } } : {};
}

/** What is named besides the places at the end of a game, by its final verdicts. */
export function awardsOf(game: Game): { readonly awards?: Awards } {
  if (game.status !== 'completed') return {};
  const verdicts = verdictsOf(game);
  const awards = { ...fastestBuzzOf(game, verdicts), ...longestStreakOf(game, verdicts) };
  return Object.keys(awards).length > 0 ? { awards } : {};
}
