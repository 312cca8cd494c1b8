import type { Delay, GameId, Tokens } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';

/** A place in the queue of arrivals. */
export interface Arrival {
  /** The same key again takes over the place. */
  readonly key: string;
  readonly address: string | null;
  /** Null: shares the turn of all without a device at this address. */
  readonly device: string | null;
  readonly onPlace: (place: Delay) => void;
}

interface Guest {
  readonly principal: Principal;
  readonly tokens: Tokens;
}

/** A person without a token, who has not entered a game yet. Times of `performance.now()`. */
export interface Arriving {
  readonly since: number;
  /** RULES of the client. */
  readonly rules: number;
  gameId: GameId | null;
  wrongCodes: number;
  /** Counts `arrive` frames: the answer to an earlier one must not replace the game of a later one. */
  latest: number;
  /** In the queue; null while nothing is asked for. */
  place: Arrival | null;
  /** Made for an attempt that did not get into the game: the next one is of the same guest. */
  guest: Guest | null;
}
