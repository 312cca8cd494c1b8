import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Revocations } from '../../tokens/revocations.js';
import type { ServiceAccount } from './service-account.js';
import type { UsersApi } from './users-api.js';

const AdminEvents = z.array(
  z.object({
    id: z.string().optional(),
    time: z.number(),
    operationType: z.string(),
    resourceType: z.string().default(''),
    resourcePath: z.string().default(''),
    authDetails: z.object({ userId: z.string().optional() }).default({}),
  }),
);
const UserEvents = z.array(
  z.object({
    id: z.string().optional(),
    time: z.number(),
    type: z.string(),
    userId: z.string().optional(),
    sessionId: z.string().optional(),
  }),
);
type AdminEvent = z.infer<typeof AdminEvents>[number];
type UserEvent = z.infer<typeof UserEvents>[number];

/** An event is readable some time after the moment that it is said to have happened at. */
const OVERLAP_MS = 30_000;
const PAGE = 100;
/** Pages of one look; what is behind them is read by the next one. */
const PAGES = 50;
/** What was done already, as long as it may be read again. */
const REMEMBERED = 20_000;

export interface KeycloakEventsParts {
  readonly db: Pick<DataSource, 'query' | 'transaction'>;
  readonly account: ServiceAccount;
  readonly users: Pick<UsersApi, 'find'>;
  readonly revocations: Pick<Revocations, 'revokeBefore' | 'endSession'>;
  /** Whose guest tickets end as well. */
  readonly endTickets: (userId: string) => Promise<void>;
  /** Life of an account's access token in seconds. */
  readonly tokenSeconds: number;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  readonly warn: (sentence: string) => void;
}

interface Read {
  /** When the last event was, in ms. */
  readonly last: number;
  /** False: there are more behind it. */
  readonly isAll: boolean;
}

/**
 * Follows what is done at Keycloak's own console and pages, so that tokens end that Keycloak would not make again: of users
 * who are disabled, deleted or signed out there, and of those whose roles changed. One replica at a time reads.
 */
export class KeycloakEvents {
  readonly #stopping = new AbortController();
  readonly #done = new LRUCache<string, true>({ max: REMEMBERED });
  #running = Promise.resolve();

  constructor(private readonly parts: KeycloakEventsParts) {}

  start(): void {
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async look(): Promise<void> {
    // Not of users who are created: there is nothing to end, and the pool creates many.
    await this.#readAdmin('admin', ['UPDATE', 'DELETE', 'ACTION'], ['USER', 'USER_SESSION']);
    await this.#readAdmin(
      'roles',
      ['CREATE', 'UPDATE', 'DELETE', 'ACTION'],
      ['REALM_ROLE_MAPPING', 'GROUP_MEMBERSHIP'],
    );
    await this.#read('user', async (from) => {
      const read = (first: number) =>
        this.#page('events', `type=LOGOUT&type=DELETE_ACCOUNT&${pageOf(from, first)}`, UserEvents);
      return this.#each(read, (event) => this.#onUserEvent(event));
    });
  }

  #readAdmin(kind: string, operations: readonly string[], resources: readonly string[]): Promise<void> {
    return this.#read(kind, async (from) => {
      const own = await this.parts.account.userId();
      const query = [
        ...operations.map((type) => `operationTypes=${type}`),
        ...resources.map((type) => `resourceTypes=${type}`),
      ].join('&');
      const read = (first: number) => this.#page('admin-events', `${query}&${pageOf(from, first)}`, AdminEvents);
      return this.#each(read, async (event) => {
        if (event.authDetails.userId !== own) await this.#onAdminEvent(event);
      });
    });
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look().catch(this.parts.onError);
      await sleep(this.parts.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** From where the last look of any replica ended. Without one, from now: tokens of before have ended by themselves. */
  async #read(kind: string, work: (fromMs: number) => Promise<Read>): Promise<void> {
    const { db, tokenSeconds } = this.parts;
    await db.query(
      `insert into keycloak_events (kind, read_to) values ($1, now() - make_interval(secs => $2)) on conflict do nothing`,
      [kind, tokenSeconds],
    );
    await db.transaction(async (tx) => {
      const [row] = await tx.query<{ readTo: Date }[]>(
        'select read_to as "readTo" from keycloak_events where kind = $1 for update skip locked',
        [kind],
      );
      if (row === undefined) return;
      const from = +row.readTo - OVERLAP_MS;
      const { last, isAll } = await work(from);
      // Without the overlap when there is more: a look that is full of events from within it would read the same ones for ever.
      const readTo = isAll ? last : Math.max(last, from + 1) + OVERLAP_MS;
      if (!isAll) this.parts.warn('Keycloak has more events than one look reads: late ones may be missed');
      if (readTo > +row.readTo)
        await tx.query('update keycloak_events set read_to = $2 where kind = $1', [kind, new Date(readTo)]);
    });
  }

  async #page<T>(path: string, query: string, schema: z.ZodType<T>): Promise<T> {
    const { body } = await this.parts.account.request('read events', `/${path}?${query}`, {}, [200]);
    return schema.parse(body);
  }

  /** Oldest first. */
  async #each<E extends { readonly id?: string | undefined; readonly time: number }>(
    read: (first: number) => Promise<E[]>,
    work: (event: E) => Promise<void>,
  ): Promise<Read> {
    let last = 0;
    for (let page = 0; page < PAGES; page++) {
      if (this.#stopping.signal.aborted) return { last, isAll: true };
      const events = await read(page * PAGE);
      for (const event of events) {
        last = Math.max(last, event.time);
        const key = event.id ?? JSON.stringify(event);
        if (this.#done.has(key)) continue;
        await work(event);
        this.#done.set(key, true);
      }
      if (events.length < PAGE) return { last, isAll: true };
    }
    return { last, isAll: false };
  }

  async #onAdminEvent({ resourceType, operationType, resourcePath, time }: AdminEvent): Promise<void> {
    const userId = /^users\/([0-9a-f-]{36})(\/|$)/.exec(resourcePath)?.[1];
    if (userId === undefined) return;
    if (resourceType === 'USER') {
      const isSignedOut = operationType === 'ACTION' && resourcePath.endsWith('/logout');
      const isGone = operationType === 'DELETE' || (operationType === 'UPDATE' && (await this.#isDisabled(userId)));
      if (!isSignedOut && !isGone) return;
      await this.parts.endTickets(userId);
    }
    await this.parts.revocations.revokeBefore(userId, time);
  }

  async #onUserEvent({ type, userId, sessionId, time }: UserEvent): Promise<void> {
    if (userId === undefined) return;
    if (type === 'LOGOUT' && sessionId !== undefined)
      await this.parts.revocations.endSession(userId, sessionId, this.parts.tokenSeconds);
    else await this.parts.revocations.revokeBefore(userId, time);
  }

  async #isDisabled(userId: string): Promise<boolean> {
    const user = await this.parts.users.find(userId);
    return user === null || !user.enabled;
  }
}

const pageOf = (fromMs: number, first: number): string =>
  `dateFrom=${Math.floor(fromMs)}&direction=asc&first=${first}&max=${PAGE}`;
