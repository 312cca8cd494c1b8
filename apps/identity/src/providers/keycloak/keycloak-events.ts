import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Revocations } from '../../tokens/revocations.js';
import type { ServiceAccount } from './service-account.js';
import type { UsersApi } from './users-api.js';
import { INSERT_POSITION, LOCK_POSITION, UPDATE_POSITION } from './keycloak.sql.js';

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

/** Events become readable some time after their time stamp. */
const OVERLAP_MS = 30_000;
const PAGE = 100;
const MAX_PAGES = 50;
/** Handled events, which the overlap reads again. */
const REMEMBERED = 20_000;

export interface KeycloakEventsOptions {
  readonly db: Pick<DataSource, 'query' | 'transaction'>;
  readonly account: ServiceAccount;
  readonly users: Pick<UsersApi, 'find'>;
  readonly revocations: Pick<Revocations, 'revokeBefore' | 'endSession'>;
  readonly endTickets: (userId: string) => Promise<void>;
  readonly tokenSeconds: number;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  readonly warn: (message: string) => void;
}

interface Progress {
  /** The time of the last event, ms. */
  readonly last: number;
  readonly isComplete: boolean;
}

/** Revokes tokens after changes at Keycloak's own console and pages. One replica at a time reads. */
export class KeycloakEvents {
  readonly #stopping = new AbortController();
  readonly #handled = new LRUCache<string, true>({ max: REMEMBERED });
  #running = Promise.resolve();

  constructor(private readonly options: KeycloakEventsOptions) {}

  start(): void {
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#run().catch(this.options.onError);
      await sleep(this.options.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #run(): Promise<void> {
    // Without CREATE: a new user has no tokens, and the pool creates many.
    await this.#readAdminEvents('admin', ['UPDATE', 'DELETE', 'ACTION'], ['USER', 'USER_SESSION']);
    await this.#readAdminEvents(
      'roles',
      ['CREATE', 'UPDATE', 'DELETE', 'ACTION'],
      ['REALM_ROLE_MAPPING', 'GROUP_MEMBERSHIP'],
    );
    await this.#read('user', 'events', 'type=LOGOUT&type=DELETE_ACCOUNT', UserEvents, (event) =>
      this.#onUserEvent(event),
    );
  }

  #readAdminEvents(kind: string, operations: readonly string[], resources: readonly string[]): Promise<void> {
    const query = [
      ...operations.map((type) => `operationTypes=${type}`),
      ...resources.map((type) => `resourceTypes=${type}`),
    ].join('&');
    return this.#read(kind, 'admin-events', query, AdminEvents, async (event) => {
      if (event.authDetails.userId !== (await this.options.account.userId())) await this.#onAdminEvent(event);
    });
  }

  /** From where the last run of any replica ended; the first one starts a token's life ago. */
  async #read<E extends { readonly id?: string | undefined; readonly time: number }>(
    kind: string,
    path: string,
    query: string,
    schema: z.ZodType<E[]>,
    handle: (event: E) => Promise<void>,
  ): Promise<void> {
    const { db, account, tokenSeconds, warn } = this.options;
    await db.query(INSERT_POSITION, [kind, tokenSeconds]);
    await db.transaction(async (tx) => {
      const [row] = await tx.query<{ readTo: Date }[]>(LOCK_POSITION, [kind]);
      if (row === undefined) return;
      const from = +row.readTo - OVERLAP_MS;
      const { last, isComplete } = await this.#handlePages(async (first) => {
        const page = `dateFrom=${Math.floor(from)}&direction=asc&first=${first}&max=${PAGE}`;
        const { body } = await account.request('read events', `/${path}?${query}&${page}`, {}, [200]);
        return schema.parse(body);
      }, handle);
      // An incomplete run advances beyond the overlap, or the next one would read the same events again.
      const readTo = isComplete ? last : Math.max(last, from + 1) + OVERLAP_MS;
      if (!isComplete) warn('Keycloak has more events than one look reads: late ones may be missed');
      if (readTo > +row.readTo) await tx.query(UPDATE_POSITION, [kind, new Date(readTo)]);
    });
  }

  async #handlePages<E extends { readonly id?: string | undefined; readonly time: number }>(
    read: (first: number) => Promise<E[]>,
    handle: (event: E) => Promise<void>,
  ): Promise<Progress> {
    let last = 0;
    for (let page = 0; page < MAX_PAGES; page++) {
      if (this.#stopping.signal.aborted) return { last, isComplete: true };
      const events = await read(page * PAGE);
      for (const event of events) {
        last = Math.max(last, event.time);
        const key = event.id ?? JSON.stringify(event);
        if (this.#handled.has(key)) continue;
        await handle(event);
        this.#handled.set(key, true);
      }
      if (events.length < PAGE) return { last, isComplete: true };
    }
    return { last, isComplete: false };
  }

  async #onAdminEvent({ resourceType, operationType, resourcePath, time }: AdminEvent): Promise<void> {
    const { revocations, endTickets } = this.options;
    const userId = /^users\/([0-9a-f-]{36})(\/|$)/.exec(resourcePath)?.[1];
    if (userId === undefined) return;
    if (resourceType === 'USER') {
      const isSignOut = operationType === 'ACTION' && resourcePath.endsWith('/logout');
      const isGone = operationType === 'DELETE' || (operationType === 'UPDATE' && (await this.#isDisabled(userId)));
      if (!isSignOut && !isGone) return;
      await endTickets(userId);
    }
    await revocations.revokeBefore(userId, time);
  }

  async #onUserEvent({ type, userId, sessionId, time }: UserEvent): Promise<void> {
    const { revocations } = this.options;
    if (userId === undefined) return;
    if (type === 'LOGOUT' && sessionId !== undefined) await revocations.endSession(userId, sessionId);
    else await revocations.revokeBefore(userId, time);
  }

  async #isDisabled(userId: string): Promise<boolean> {
    const user = await this.options.users.find(userId);
    return user === null || !user.enabled;
  }
}
