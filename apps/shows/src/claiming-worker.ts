import { randomUUID } from 'node:crypto';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Kit, Worker } from '@earworm/service-kit/bootstrap';
import { BusError } from '@earworm/service-kit/bus';
import { refusalOf } from '@earworm/service-kit/postgres';
import type { ShowsConfig } from './shows.config.js';

/** `later`: it cannot be done now, and the worker waits. */
export type Outcome = 'done' | 'later';

/** An item in work. What ended without a result is left to expire. */
export interface Held<Item> {
  readonly claim: string;
  readonly item: Item;
}

type Pace = Pick<ShowsConfig, 'busyPauseMs' | 'pollMs' | 'claimMs'> & { readonly atOnce: number };

/** How often claims are renewed while they last. */
const RENEWALS = 3;
/** What part of `atOnce` is free before more is claimed: so that one claim gets what goes together. */
const CLAIMED_TOGETHER = 1 / 4;

/**
 * Works off what is written in the database. Several replicas share the work: each claims what it can begin at once and renews
 * the claims until it is done, and the claims of a replica that died expire.
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
  /** Called when something in work has ended. */
  #onEnded: () => void = () => undefined;
  /** By claim, with the items in work and a safe expiry, by `performance.now()`. */
  readonly #claims = new Map<string, { readonly items: Set<Item>; until: number }>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(
    protected readonly kit: Pick<Kit, 'bus' | 'log'>,
    private readonly pace: Pace,
    private readonly failure: string,
  ) {}

  /** At most so many items. */
  protected abstract claim(claim: string, most: number): Promise<readonly Item[]>;

  /** What is still under its claim stays so for `claimMs` from now. */
  protected abstract renew(held: readonly Held<Item>[]): Promise<unknown>;

  /** After it rejected, another claim repeats the item. */
  protected abstract process(claim: string, item: Item): Promise<Outcome>;

  /** Nothing is left to do. */
  protected onIdle(): void {}

  /** Otherwise another replica may have what was claimed, or is to have it. */
  protected isHeld(claim: string): boolean {
    return !this.#isStopped && this.#lasts(claim);
  }

  #lasts(claim: string): boolean {
    return performance.now() < (this.#claims.get(claim)?.until ?? 0);
  }

  start(): void {
    this.#renewing = setInterval(() => void this.#renew(), this.pace.claimMs / RENEWALS).unref();
    this.#schedule(this.pace.pollMs);
  }

  /** What is in work is finished, the rest left to other replicas. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await Promise.all(this.#inWork);
    clearInterval(this.#renewing);
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
        const most = this.pace.atOnce - this.#inWork.size;
        const isEnough = this.#inWork.size === 0 || most >= this.pace.atOnce * CLAIMED_TOGETHER;
        if (!isEnough) await new Promise<void>((resolve) => (this.#onEnded = resolve));
        else if ((await this.#claimSome(most)) === 0) {
          if (this.#inWork.size === 0) this.onIdle();
          return this.pace.pollMs;
        }
        if (this.#isLater) return this.pace.busyPauseMs;
      }
    } catch (error) {
      this.kit.log.warn({ err: error }, this.failure);
    }
    return this.pace.pollMs;
  }

  /** Resolves with how many are in work now. */
  async #claimSome(most: number): Promise<number> {
    const claim = randomUUID();
    this.#isWoken = false;
    const until = performance.now() + this.pace.claimMs;
    const items = await this.claim(claim, most);
    if (this.#isStopped || items.length === 0) return 0;
    this.#claims.set(claim, { items: new Set(items), until });
    for (const item of items) this.#begin(claim, item);
    return items.length;
  }

  #begin(claim: string, item: Item): void {
    const ended = this.process(claim, item)
      .then(
        (outcome) => {
          if (outcome === 'later') this.#isLater = true;
        },
        (error: unknown) => this.kit.log.error({ err: error }, this.failure),
      )
      .finally(() => {
        this.#inWork.delete(ended);
        const held = this.#claims.get(claim);
        held?.items.delete(item);
        if (held?.items.size === 0) this.#claims.delete(claim);
        this.#onEnded();
        // What was done may leave another step to do.
        if (this.#inWork.size === 0 && !this.#isLater) this.wake();
      });
    this.#inWork.add(ended);
  }

  /** A claim that ran out is not renewed: another replica may have it. Never rejects. */
  async #renew(): Promise<void> {
    const until = performance.now() + this.pace.claimMs;
    const claims = [...this.#claims].filter(([claim]) => this.#lasts(claim));
    if (claims.length === 0) return;
    try {
      await this.renew(claims.flatMap(([claim, { items }]) => [...items].map((item) => ({ claim, item }))));
      for (const [claim, held] of claims) if (this.#lasts(claim)) held.until = until;
    } catch (error) {
      this.kit.log.warn({ err: error }, this.failure);
    }
  }
}

/** The game or library service cannot do it now. */
const LATER: ReadonlySet<ErrorCode> = new Set(['busy', 'retry', 'unavailable']);
export const isForLater = (code: ErrorCode): boolean => LATER.has(code);

export function codeOf(thrown: unknown): ErrorCode {
  const error = refusalOf(thrown);
  return error instanceof RefusedError || error instanceof BusError ? error.code : 'internal';
}
