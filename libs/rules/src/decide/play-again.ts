import type { Context } from '../commands.js';
import type { Game } from '../state.js';
import { accepted, NO_CHANGE, rejected, type Decision } from './decision.js';

/** Leads everybody into the moderator's next game. The first one that was named stays: two desks may ask for one each. */
export function playAgain(game: Game, { now, nextGameId }: Context): Decision {
  if (game.status !== 'completed' || nextGameId == null || nextGameId === game.gameId) return rejected('not-allowed');
  if (game.next !== null) return NO_CHANGE;
  return accepted({ type: 'gameFollowed', at: Math.max(now, game.updatedAt), next: nextGameId });
}
