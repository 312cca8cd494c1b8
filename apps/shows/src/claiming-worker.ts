import { randomUUID } from 'node:crypto';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Kit, Worker } from '@earworm/service-kit/bootstrap';
import { BusError } from '@earworm/service-kit/bus';
import { semaphore, type Semaphore } from '@earworm/service-kit/resilience';
import { refusalOf } from '@earworm/service-kit/postgres';
import type { ShowsConfig } from './shows.config.js';

/** `later`: it cannot be done now, and the worker waits. */
export type Outcome = 'done' | 'later';

/**
 * Works off what is written in the database. Several replicas share the work: each claims a part at a time, and the
 * claims of a replica that died expire.
 */
export abstract class ClaimingWorker<Item> implements Worker {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Something was asked for since the last claim. */
  #isWoken = false;
  /** Some of what was claimed cannot be done now. */
  #isLater = false;
  readonly #inWork = new Set<Promise<void>>();
  readonly #atOnce: Semaphore;

  constructor(
    protected readonly kit: Pick<Kit, 'bus' | 'log'>,
    private readonly pace: Pick<ShowsConfig, 'busyPauseMs' | 'pollMs'> & { readonly atOnce: number },
    private readonly failure: string,
  ) {
    this.#atOnce = semaphore({ concurrency: pace.atOnce, queue: Infinity, refusal: 'busy' });
  }

  protected abstract claim(claim: string): Promise<readonly Item[]>;

  /** Never rejects. */
  protected abstract process(claim: string, item: Item): Promise<Outcome>;

  /** Nothing is left to do. */
  protected onIdle(): void {}

  start(): void {
    this.#schedule(this.pace.pollMs);
  }

  /** What is in work is finished, the rest left to other replicas. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await Promise.all(this.#inWork);
  }

  /** Something was asked for on this replica. */
  wake(): void {
    this.#isWoken = true;
    if (this.#running === undefined) this.#schedule(0);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work().then((waitMs) => {
        this.#running = undefined;
        this.#schedule(this.#isWoken ? 0 : waitMs);
      });
    }, afterMs);
    this.#timer.unref();
  }

  /**
   * Until nothing is left to begin, or nothing can be done; resolves with how long to wait, in ms. What takes long is in work
   * meanwhile, and holds up nothing else. Never rejects.
   */
  async #work(): Promise<number> {
    this.#isLater = false;
    try {
      while (!this.#isStopped) {
        const claim = randomUUID();
        this.#isWoken = false;
        const items = await this.claim(claim);
        if (items.length === 0) {
          if (this.#inWork.size === 0) this.onIdle();
          return this.pace.pollMs;
        }
        await Promise.all(items.map((item) => this.#begin(claim, item)));
        if (this.#isLater) return this.pace.busyPauseMs;
      }
    } catch (error) {
      this.kit.log.warn({ err: error }, this.failure);
    }
    return this.pace.pollMs;
  }

  /** Resolves once it is in work. */
  #begin(claim: string, item: Item): Promise<void> {
    return new Promise((begun) => {
      const ended = this.#atOnce(async () => {
        begun();
        if (this.#isStopped) return;
        if ((await this.process(claim, item)) === 'later') this.#isLater = true;
      }).finally(() => {
        this.#inWork.delete(ended);
        // What was done may leave another step to do.
        if (this.#inWork.size === 0 && !this.#isLater) this.wake();
      });
      this.#inWork.add(ended);
    });
  }
}

/** The game or library service cannot do it now. */
const LATER: ReadonlySet<ErrorCode> = new Set(['busy', 'retry', 'unavailable']);
export const isForLater = (code: ErrorCode): boolean => LATER.has(code);

export function codeOf(thrown: unknown): ErrorCode {
  const error = refusalOf(thrown);
  return error instanceof RefusedError || error instanceof BusError ? error.code : 'internal';
}
