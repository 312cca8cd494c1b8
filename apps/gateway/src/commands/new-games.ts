import { admitGame, RefusedError, type UserId } from '@earworm/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bus, BusError } from '@earworm/service-kit/bus';

/** A game service that does not answer is found out by creating the game. */
const ADMITTED_WITHIN_MS = 500;
/** A game that took long because it waited for somebody else is no reason for a long rest. */
const REST_MAX_MS = 500;
/** A body that takes longer to come gives its place to others. */
const PLACE_KEPT_MS = 2_000;
/** How much the latest turn counts in the average by which waiting times are foreseen. */
const LATEST = 0.3;
/** Before it is known; of the largest games a turn takes four seconds, of usual ones a tenth of one. */
const FIRST_TURN_MS = 500;
const MB = 1024 * 1024;
/** Content of a game up to here is created without anybody noticing: hundreds of quizzes may be started together. */
export const LARGE_BYTES = 64 * 1024;

/** Whose game, and by which request. */
export interface NewGame {
  readonly userId: string;
  readonly requestId: string;
}

export interface NewGamesTerms {
  readonly atOnce: number;
  /** How many may wait, and how long at most, as far as that can be foreseen. */
  readonly mayWait: number;
  readonly waitMs: number;
  /** How long nothing is created after a game, for each MiB of its content. */
  readonly restMsPerMb: number;
  /**
   * How long `busy` is held back at least, and half as long again at most: who waits for it before asking again asks that
   * much less often, and those who asked together do not come back together.
   */
  readonly busyMs: number;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

/** What was created, and how many bytes of content it has. */
export interface Created<T> {
  readonly result: T;
  readonly bytes: number;
}

interface Turn {
  run(): Promise<void>;
  refuse(): void;
}

/**
 * Games with content are created a few at a time, with a rest after each: one of 2 MB takes tens of megabytes while it is
 * on its way, and a twentieth of a second of every other game's time.
 */
export class NewGames {
  #inside = 0;
  readonly #waiting: Turn[] = [];
  /** Bodies on their way that have a place. */
  #coming = 0;
  /** Of late, with the rest that follows. */
  #turnMs = FIRST_TURN_MS;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly terms: NewGamesTerms,
  ) {}

  /** Refuses `busy` when too many wait, or the game would not fit into memory. */
  async admit(game: NewGame): Promise<void> {
    await this.refuseIfFull();
    await this.#fits(game);
  }

  /** The first half of `admit`, which asks no other service. */
  async refuseIfFull(): Promise<void> {
    if (this.#isFull) await this.#refuse();
  }

  /**
   * The same for a game whose request has not been read, so that it is not known which it is. Returns how to give up the
   * place that is kept for it while its content arrives.
   */
  async admitUnread(userId: string): Promise<() => void> {
    if (this.#isFull) return this.#refuse();
    this.#coming += 1;
    const leave = once(() => (this.#coming -= 1));
    const timer = setTimeout(leave, PLACE_KEPT_MS).unref();
    try {
      await this.#fits({ userId, requestId: randomUUID() });
    } catch (error) {
      leave();
      throw error;
    }
    return () => {
      clearTimeout(timer);
      leave();
    };
  }

  /**
   * Creates a game when it is its turn. Refuses `busy` when too many wait, when games take longer than was foreseen, or
   * memory is full by then.
   */
  inTurn<T>(game: NewGame, create: () => Promise<Created<T>>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const work = async () => {
      await this.#fits(game);
      const { result, bytes } = await create();
      resolve(result);
      return bytes;
    };
    const turn: Turn = { run: () => this.#run(work, reject), refuse: () => reject(new RefusedError('busy')) };
    if (this.#inside < this.terms.atOnce) void turn.run();
    else if (this.#waiting.length < this.terms.mayWait) this.#waiting.push(turn);
    else turn.refuse();
    return promise;
  }

  /** @param work resolves with the bytes that were created */
  async #run(work: () => Promise<number>, onRefused: (error: unknown) => void): Promise<void> {
    this.#inside += 1;
    const startedAt = performance.now();
    try {
      const bytes = await work();
      // Answered already. As much time goes to everybody else, and more after much content.
      const took = Math.min(REST_MAX_MS, performance.now() - startedAt);
      const restMs = bytes > LARGE_BYTES ? (bytes / MB) * this.terms.restMsPerMb : 0;
      await pause(Math.max(took, restMs), undefined, { ref: false });
      this.#turnMs += LATEST * (performance.now() - startedAt - this.#turnMs);
    } catch (error) {
      onRefused(error);
    }
    this.#inside -= 1;
    while (this.#foreseenMs(this.#waiting.length) > this.terms.waitMs) this.#waiting.pop()?.refuse();
    void this.#waiting.shift()?.run();
  }

  /** How long the last of so many has to wait. */
  #foreseenMs(waiting: number): number {
    return (waiting * this.#turnMs) / this.terms.atOnce;
  }

  /** Whether one more would have to wait too long, or find too many waiting. */
  get #isFull(): boolean {
    const before = this.#waiting.length + this.#coming;
    if (this.#inside < this.terms.atOnce && before === 0) return false;
    return before >= this.terms.mayWait || this.#foreseenMs(before + 1) > this.terms.waitMs;
  }

  async #refuse(): Promise<never> {
    const { busyMs, random = Math.random } = this.terms;
    await pause(busyMs * (1 + random() / 2));
    throw new RefusedError('busy');
  }

  async #fits({ userId, requestId }: NewGame): Promise<void> {
    await this.bus
      .call(admitGame, { userId: userId as UserId, requestId }, { timeoutMs: ADMITTED_WITHIN_MS })
      .catch((error: unknown) => {
        if (error instanceof RefusedError && error.code === 'busy') return this.#refuse();
        if (!(error instanceof BusError)) throw error;
      });
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
