import { admitGame, RefusedError, type UserId } from '@earworm/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { Gate } from '../socket/gate.js';

/** A game service that does not answer is found out by creating the game. */
const ADMITTED_WITHIN_MS = 500;
/** A game that took long because it waited for somebody else is no reason for a long rest. */
const REST_MAX_MS = 500;

/** Whose game, and by which request. */
export interface NewGame {
  readonly userId: string;
  readonly requestId: string;
}

/**
 * Games with content are created a few at a time, with a rest after each: one of 2 MB takes tens of megabytes while it is
 * on its way, and a tenth of a second of every other game's time.
 */
export class NewGames {
  readonly #gate: Gate;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    { atOnce, mayWait }: { atOnce: number; mayWait: number },
  ) {
    this.#gate = new Gate(atOnce, mayWait);
  }

  /** Refuses `busy` when too many wait, or the game would not fit into memory. */
  async admit(game: NewGame): Promise<void> {
    if (this.#gate.isFull) throw new RefusedError('busy');
    await this.#fits(game);
  }

  /** Creates a game when it is its turn. Refuses `busy` when too many wait, or memory is full by then. */
  inTurn<T>(game: NewGame, create: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const work = async () => {
      const startedAt = performance.now();
      await this.#fits(game).then(create).then(resolve, reject);
      // Answered already. As much time goes to everybody else.
      await pause(Math.min(REST_MAX_MS, performance.now() - startedAt), undefined, { ref: false });
    };
    this.#gate.run(work).catch(reject);
    return promise;
  }

  async #fits({ userId, requestId }: NewGame): Promise<void> {
    await this.bus
      .call(admitGame, { userId: userId as UserId, requestId }, { timeoutMs: ADMITTED_WITHIN_MS })
      .catch((error: unknown) => {
        if (!(error instanceof BusError)) throw error;
      });
  }
}
