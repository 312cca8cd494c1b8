import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { mapConcurrently, semaphore } from '@earworm/service-kit/resilience';
import type { UsersApi } from './users-api.js';

export interface PoolGuest {
  /** The user's id in Keycloak, and the `sub` of their tokens. */
  readonly id: string;
  /** What assertions call them. */
  readonly subject: string;
}

export interface GuestPoolTerms {
  readonly db: Pick<DataSource, 'query'>;
  readonly users: Pick<UsersApi, 'createGuest'>;
  /** Guests to keep ready. */
  readonly size: number;
  /** Guests created at once while none arrives. */
  readonly concurrency: number;
  readonly onError: (error: unknown) => void;
}

/** Looked at this often, and after a failure. */
const LOOK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
/** Guests came within this time: who comes now goes before who may come later. */
const QUIET_AFTER_MS = 2_000;
/** Meanwhile nothing is created while the pool holds more than this share, and then one by one. */
const LOW = 0.1;
/** Created before it is looked again who comes. */
const BATCH = 50;
const BATCH_WHILE_BUSY = 10;
/** Claimed by one statement. */
const LARGEST_CLAIM = 200;
/** Without a pool: guests created at once for people who wait, and people who wait behind them; more are refused `unavailable`. */
const CREATED_AT_ONCE = { concurrency: 8, queue: 400, refusal: 'unavailable' } as const;

/**
 * Guests that exist in Keycloak before anybody comes, so that somebody who comes waits for a token alone. Rows in the
 * database of this service: every replica hands out of the same pool, and nobody gets a guest twice. A row is written
 * before its user is created, so that a process that dies meanwhile leaves no user that nobody knows of.
 */
export class GuestPool {
  readonly #createNow = semaphore(CREATED_AT_ONCE);
  readonly #stopping = new AbortController();
  #waiting: { resolve: (guest: PoolGuest | null) => void; reject: (error: unknown) => void }[] = [];
  #isClaiming = false;
  #lastTaken = -Infinity;
  #refilling = Promise.resolve();

  constructor(private readonly terms: GuestPoolTerms) {}

  start(): void {
    this.#refilling = this.#keepFull();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#refilling;
  }

  /** A guest nobody has had; created now when none is ready. */
  async take(): Promise<PoolGuest> {
    this.#lastTaken = performance.now();
    return (await this.#claim()) ?? this.create();
  }

  /** Created for somebody who waits. */
  async create(): Promise<PoolGuest> {
    return this.#createNow(async () => {
      const [guest] = await this.#create(1, 1, true);
      if (guest === undefined) throw new Error('no guest was created');
      return guest;
    });
  }

  /** Nobody got them after all. */
  async giveBack({ subject }: PoolGuest): Promise<void> {
    await this.terms.db.query(
      'update keycloak_guest set handed_out_at = null, last_seen = null where subject = $1 and tickets_from is null',
      [subject],
    );
  }

  /** Keycloak does not know them any more. */
  async forget({ subject }: PoolGuest): Promise<void> {
    await this.terms.db.query('delete from keycloak_guest where subject = $1', [subject]);
  }

  get size(): number {
    return this.terms.size;
  }

  async level(): Promise<number> {
    const [row] = await this.terms.db.query<{ n: string }[]>(
      'select count(*) as n from keycloak_guest where handed_out_at is null and id is not null',
    );
    return Number(row?.n ?? 0);
  }

  /** While one statement is in flight the next people collect: a hall that arrives at once costs a handful of them. */
  #claim(): Promise<PoolGuest | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      void this.#claimAll();
    });
  }

  async #claimAll(): Promise<void> {
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    while (this.#waiting.length > 0) {
      const people = this.#waiting.splice(0, LARGEST_CLAIM);
      try {
        const [guests] = await this.terms.db.query<[PoolGuest[], number]>(
          `update keycloak_guest set handed_out_at = now(), last_seen = now() where subject in
             (select subject from keycloak_guest where handed_out_at is null and id is not null
               order by created_at limit $1 for update skip locked)
           returning id, subject`,
          [people.length],
        );
        people.forEach(({ resolve }, i) => resolve(guests[i] ?? null));
      } catch (error) {
        for (const { reject } of people) reject(error);
      }
    }
    this.#isClaiming = false;
  }

  async #keepFull(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await this.#refill().then(
        (isFull) => (isFull ? LOOK_EVERY_MS : 0),
        (error: unknown) => {
          this.terms.onError(error);
          return AFTER_FAILURE_MS;
        },
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One batch. Resolves with whether there is nothing more to do for now. */
  async #refill(): Promise<boolean> {
    const { size, concurrency } = this.terms;
    const level = await this.level();
    const isBusy = performance.now() - this.#lastTaken < QUIET_AFTER_MS;
    if (level >= size || (isBusy && level > size * LOW)) return true;
    const batch = Math.min(size - level, isBusy ? BATCH_WHILE_BUSY : BATCH);
    await this.#create(batch, isBusy ? 1 : concurrency, false);
    return isBusy;
  }

  async #create(count: number, atOnce: number, isTaken: boolean): Promise<PoolGuest[]> {
    const { db, users } = this.terms;
    const subjects = Array.from({ length: count }, () => randomUUID());
    await db.query(
      `insert into keycloak_guest (subject, handed_out_at, last_seen)
       select subject, case when $2 then now() end, case when $2 then now() end from unnest($1::uuid[]) as subject`,
      [subjects, isTaken],
    );
    const created: PoolGuest[] = [];
    let failure: { readonly error: unknown } | null = null;
    await mapConcurrently(atOnce, subjects, async (subject) => {
      if (failure !== null || this.#stopping.signal.aborted) return;
      try {
        created.push({ subject, id: await users.createGuest(subject) });
      } catch (error) {
        failure = { error };
      }
    });
    await db.query(
      `update keycloak_guest set id = made.id
       from unnest($1::uuid[], $2::uuid[]) as made (subject, id) where keycloak_guest.subject = made.subject`,
      [created.map(({ subject }) => subject), created.map(({ id }) => id)],
    );
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    return created;
  }
}
