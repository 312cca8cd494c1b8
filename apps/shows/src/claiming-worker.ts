import { randomUUID } from 'node:crypto';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Kit, Worker } from '@earworm/service-kit/bootstrap';
import { BusError } from '@earworm/service-kit/bus';
import { mapConcurrently } from '@earworm/service-kit/resilience';
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

  constructor(
    protected readonly kit: Pick<Kit, 'bus' | 'log'>,
    private readonly pace: Pick<ShowsConfig, 'busyPauseMs' | 'pollMs'> & { readonly atOnce: number },
    private readonly failure: string,
  ) {}

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
  }

  /** Something was asked for on this replica. */
  wake(): void {
    if (this.#running === undefined) this.#schedule(0);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work().then((waitMs) => {
        this.#running = undefined;
        this.#schedule(waitMs);
      });
    }, afterMs);
    this.#timer.unref();
  }

  /** Until nothing is left, or nothing can be done; resolves with how long to wait, in ms. Never rejects. */
  async #work(): Promise<number> {
    try {
      while (!this.#isStopped) {
        const claim = randomUUID();
        const items = await this.claim(claim);
        if (items.length === 0) {
          this.onIdle();
          return this.pace.pollMs;
        }
        const outcomes = await mapConcurrently(this.pace.atOnce, items, (item) => this.process(claim, item));
        if (outcomes.includes('later')) return this.pace.busyPauseMs;
      }
    } catch (error) {
      this.kit.log.warn({ err: error }, this.failure);
    }
    return this.pace.pollMs;
  }
}

/** The game or library service cannot do it now. */
const LATER: ReadonlySet<ErrorCode> = new Set(['busy', 'retry', 'unavailable']);
export const isForLater = (code: ErrorCode): boolean => LATER.has(code);

export function codeOf(thrown: unknown): ErrorCode {
  const error = refusalOf(thrown);
  return error instanceof RefusedError || error instanceof BusError ? error.code : 'internal';
}
