import type { LoggedGame } from './logged.js';
import type { ClientRecord, GivenCommand } from './record.js';
import type { Standstills } from './standstills.js';

/** A take-over later than this had another cause. */
const TAKEN_OVER_WITHIN_MS = 15_000;
/** Commands given this long before the kill may still have been under way. */
const BEFORE_MS = 1_000;

/**
 * How long each game stood still for each killed owner, ms: from the kill to the answer that took longest. Only
 * games count that the log shows to have been taken over because of it, and in which a client waited.
 */
export function pausesAfter(
  kills: readonly { readonly at: number; readonly until: number }[],
  games: readonly LoggedGame[],
  records: readonly ClientRecord[],
  standstills: Standstills,
): number[] {
  const ofGame = Map.groupBy(records, ({ gameId }) => gameId);
  return kills.flatMap(({ at, until }) =>
    games.flatMap(({ gameId, rows }) => {
      if (standstills.within(at, until) > 0) return [];
      const end = Math.min(until, at + TAKEN_OVER_WITHIN_MS);
      const claim = rows.find(
        ({ event, committedAt }) =>
          event.type === 'owned' && committedAt !== null && committedAt >= at && committedAt < end,
      );
      const claimedAt = claim?.committedAt;
      if (typeof claimedAt !== 'number') return [];
      const waits = (ofGame.get(gameId) ?? [])
        .flatMap(({ commands }) => commands)
        .filter((given) => given.givenAt > at - BEFORE_MS && given.givenAt <= claimedAt && answeredAfter(given, at))
        .map(({ givenAt, answeredAt }) => (answeredAt ?? 0) - Math.max(givenAt, at));
      return waits.length === 0 ? [] : [Math.max(...waits)];
    }),
  );
}

const answeredAfter = ({ answer, answeredAt }: GivenCommand, at: number): boolean =>
  answer?.ok === true && answeredAt !== null && answeredAt > at;

/** The longest that any accepted command waited for its answer, ms. */
export function worstPause(records: readonly ClientRecord[], standstills: Standstills): number {
  let worst = 0;
  for (const { commands } of records)
    for (const { givenAt, answeredAt, answer } of commands)
      if (answer?.ok && answeredAt !== null)
        worst = Math.max(worst, answeredAt - givenAt - standstills.within(givenAt, answeredAt));
  return worst;
}
