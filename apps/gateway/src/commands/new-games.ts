import { admitGame, RefusedError, type UserId } from '@earworm/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bus, BusError } from '@earworm/service-kit/bus';

/** On a timeout the creation itself will fail. */
const ADMIT_TIMEOUT_MS = 500;
const REST_MAX_MS = 500;
/** A slow upload loses its place. */
const RESERVED_MS = 2_000;
const LATEST_WEIGHT = 0.3;
/** Initial estimate; large games take 4 s, usual ones 0.1 s. */
const INITIAL_AVERAGE_MS = 500;
const MB = 1024 * 1024;
/** Smaller content needs no admission. */
export const LARGE_BYTES = 64 * 1024;

export interface NewGame {
  readonly userId: string;
  readonly requestId: string;
}

export interface NewGamesOptions {
  readonly concurrency: number;
  readonly queue: number;
  readonly maxWaitMs: number;
  readonly restMsPerMb: number;
  /** Delay of `busy` answers, plus up to half at random, so that callers retry less often and not together. */
  readonly busyMs: number;
  readonly random?: () => number;
}

export interface Created<T> {
  readonly result: T;
  readonly bytes: number;
}

interface Turn {
  run(): Promise<void>;
  refuse(): void;
}

/** Creates games a few at a time with pauses: 2 MB of content cost tens of MB and 50 ms of every other game's time. */
export class NewGames {
  #running = 0;
  readonly #waiting: Turn[] = [];
  #reserved = 0;
  #averageMs = INITIAL_AVERAGE_MS;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly options: NewGamesOptions,
  ) {}

  /** Refuses `busy` when too many wait or memory is short. */
  async admit(game: NewGame): Promise<void> {
    await this.refuseIfFull();
    await this.#checkMemory(game);
  }

  async refuseIfFull(): Promise<void> {
    if (this.#isFull) await this.#refuse();
  }

  /** Admits a game before its body is read. Returns a function that releases the reserved place. */
  async reserve(userId: string): Promise<() => void> {
    if (this.#isFull) return this.#refuse();
    this.#reserved += 1;
    const leave = once(() => (this.#reserved -= 1));
    const timer = setTimeout(leave, RESERVED_MS).unref();
    try {
      await this.#checkMemory({ userId, requestId: randomUUID() });
    } catch (error) {
      leave();
      throw error;
    }
    return () => {
      clearTimeout(timer);
      leave();
    };
  }

  /** Creates the game in its turn. Refuses `busy` when too many wait, the wait gets too long or memory is short. */
  createInTurn<T>(game: NewGame, create: () => Promise<Created<T>>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const work = async () => {
      await this.#checkMemory(game);
      const { result, bytes } = await create();
      resolve(result);
      return bytes;
    };
    const turn: Turn = { run: () => this.#run(work, reject), refuse: () => reject(new RefusedError('busy')) };
    if (this.#running < this.options.concurrency) void turn.run();
    else if (this.#waiting.length < this.options.queue) this.#waiting.push(turn);
    else turn.refuse();
    return promise;
  }

  async #run(work: () => Promise<number>, onRefused: (error: unknown) => void): Promise<void> {
    this.#running += 1;
    const startedAt = performance.now();
    try {
      const bytes = await work();
      // The caller has its answer; pause in favour of other games.
      const took = Math.min(REST_MAX_MS, performance.now() - startedAt);
      const restMs = bytes > LARGE_BYTES ? (bytes / MB) * this.options.restMsPerMb : 0;
      await pause(Math.max(took, restMs), undefined, { ref: false });
      this.#averageMs += LATEST_WEIGHT * (performance.now() - startedAt - this.#averageMs);
    } catch (error) {
      onRefused(error);
    }
    this.#running -= 1;
    while (this.#estimatedWaitMs(this.#waiting.length) > this.options.maxWaitMs) this.#waiting.pop()?.refuse();
    void this.#waiting.shift()?.run();
  }

  #estimatedWaitMs(waiting: number): number {
    return (waiting * this.#averageMs) / this.options.concurrency;
  }

  get #isFull(): boolean {
    const before = this.#waiting.length + this.#reserved;
    if (this.#running < this.options.concurrency && before === 0) return false;
    return before >= this.options.queue || this.#estimatedWaitMs(before + 1) > this.options.maxWaitMs;
  }

  async #refuse(): Promise<never> {
    const { busyMs, random = Math.random } = this.options;
    await pause(busyMs * (1 + random() / 2));
    throw new RefusedError('busy');
  }

  async #checkMemory({ userId, requestId }: NewGame): Promise<void> {
    await this.bus
      .call(admitGame, { userId: userId as UserId, requestId }, { timeoutMs: ADMIT_TIMEOUT_MS })
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
