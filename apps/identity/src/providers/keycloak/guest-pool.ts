import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Batcher, mapConcurrently, semaphore } from '@earworm/service-kit/resilience';
import type { UsersApi } from './users-api.js';
import {
  COUNT_POOLED,
  DELETE_GUEST,
  HAND_OUT_GUESTS,
  RESERVE_GUESTS,
  RETURN_GUEST,
  STORE_GUEST_IDS,
} from './guests.sql.js';

export interface PoolGuest {
  /** The user id in Keycloak, which is the `sub` of tokens. */
  readonly id: string;
  /** The subject of assertions. */
  readonly subject: string;
}

export interface GuestPoolOptions {
  readonly db: Pick<DataSource, 'query'>;
  readonly users: Pick<UsersApi, 'createGuest'>;
  readonly size: number;
  readonly concurrency: number;
  readonly onError: (error: unknown) => void;
}

const POLL_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
/** After the last arrival. Until then Keycloak is left to arriving guests. */
const QUIET_AFTER_MS = 2_000;
/** The share of the pool below which it is refilled even then, one guest at a time. */
const LOW = 0.1;
const BATCH = 50;
const BATCH_WHILE_BUSY = 10;
const LARGEST_CLAIM = 200;
/** Guests created on demand; more are refused `unavailable`. */
const ON_DEMAND = { concurrency: 8, queue: 400, refusal: 'unavailable' } as const;

/**
 * Guests created in Keycloak in advance, so that an arriving one waits only for a token. All replicas share the pool, in the
 * database. A row is written before its user is created, so that a crash leaves no unknown user.
 */
export class GuestPool {
  readonly #onDemand = semaphore(ON_DEMAND);
  readonly #stopping = new AbortController();
  readonly #claims = new Batcher<null, PoolGuest | undefined>((claims) => this.#claim(claims.length), {
    largest: LARGEST_CLAIM,
    queue: Infinity,
  });
  #lastTaken = -Infinity;
  #refilling = Promise.resolve();

  constructor(private readonly options: GuestPoolOptions) {}

  start(): void {
    this.#refilling = this.#keepFull();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#refilling;
  }

  async take(): Promise<PoolGuest> {
    this.#lastTaken = performance.now();
    return (await this.#claims.add(null)) ?? this.create();
  }

  async create(): Promise<PoolGuest> {
    return this.#onDemand(async () => {
      const [guest] = await this.#create(1, 1, true);
      if (guest === undefined) throw new Error('no guest was created');
      return guest;
    });
  }

  async giveBack({ subject }: PoolGuest): Promise<void> {
    await this.options.db.query(RETURN_GUEST, [subject]);
  }

  async forget({ subject }: PoolGuest): Promise<void> {
    await this.options.db.query(DELETE_GUEST, [subject]);
  }

  get size(): number {
    return this.options.size;
  }

  async level(): Promise<number> {
    const [row] = await this.options.db.query<{ n: string }[]>(COUNT_POOLED);
    return Number(row?.n ?? 0);
  }

  async #claim(count: number): Promise<PoolGuest[]> {
    const [guests] = await this.options.db.query<[PoolGuest[], number]>(HAND_OUT_GUESTS, [count]);
    return guests;
  }

  async #keepFull(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await this.#refill().then(
        (isDone) => (isDone ? POLL_MS : 0),
        (error: unknown) => {
          this.options.onError(error);
          return AFTER_FAILURE_MS;
        },
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Creates one batch. True: nothing more to do for now. */
  async #refill(): Promise<boolean> {
    const { size, concurrency } = this.options;
    const level = await this.level();
    const isBusy = performance.now() - this.#lastTaken < QUIET_AFTER_MS;
    if (level >= size || (isBusy && level > size * LOW)) return true;
    const batch = Math.min(size - level, isBusy ? BATCH_WHILE_BUSY : BATCH);
    await this.#create(batch, isBusy ? 1 : concurrency, false);
    return isBusy;
  }

  async #create(count: number, concurrency: number, isTaken: boolean): Promise<PoolGuest[]> {
    const { db, users } = this.options;
    const subjects = Array.from({ length: count }, () => randomUUID());
    await db.query(RESERVE_GUESTS, [subjects, isTaken]);
    const created: PoolGuest[] = [];
    const failures: unknown[] = [];
    await mapConcurrently(concurrency, subjects, async (subject) => {
      if (failures.length > 0 || this.#stopping.signal.aborted) return;
      try {
        created.push({ subject, id: await users.createGuest(subject) });
      } catch (error) {
        failures.push(error);
      }
    });
    await db.query(STORE_GUEST_IDS, [created.map(({ subject }) => subject), created.map(({ id }) => id)]);
    if (failures.length > 0) throw failures[0];
    return created;
  }
}
