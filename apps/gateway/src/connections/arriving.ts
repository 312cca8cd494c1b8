import type { GameId } from '@earworm/contracts';

/** A person without a token, who has not entered a game yet. Times of `performance.now()`. */
export interface Arriving {
  readonly since: number;
  /** RULES of the client. */
  readonly rules: number;
  gameId: GameId | null;
  wrongCodes: number;
  /** Counts `arrive` frames: the answer to an earlier one must not replace the game of a later one. */
  latest: number;
  /** The key of the place in the queue; null while nothing is asked for. */
  place: string | null;
}
