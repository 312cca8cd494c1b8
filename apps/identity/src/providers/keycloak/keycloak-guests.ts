import { decodeJwt } from 'jose';
import type { DataSource } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import { semaphore } from '@earworm/service-kit/resilience';
import type { AssertionKeys } from './assertion-keys.js';
import type { GuestPool, PoolGuest } from './guest-pool.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenAnswer, TokenEndpoint } from './token-endpoint.js';
import { GUEST_EXISTS, RENEW_TICKETS, SELECT_GUEST, TOUCH_GUEST } from './guests.sql.js';

/** Browsers give up soon, and retry when asked to. */
export const TOKEN_REQUESTS = { concurrency: 16, queue: 1_000, maxWaitMs: 6_000, refusal: 'unavailable' } as const;

const DAY_MS = 86_400_000;

interface Row {
  readonly subject: string;
  readonly lastSeen: Date;
  readonly ticketsFrom: Date | null;
}

export interface KeycloakGuestsDependencies {
  readonly db: Pick<DataSource, 'query'>;
  readonly pool: Pick<GuestPool, 'take' | 'create' | 'giveBack' | 'forget'>;
  readonly keys: Pick<AssertionKeys, 'sign'>;
  readonly tokens: Pick<TokenEndpoint, 'assertion'>;
}

/** Guests in Keycloak. Their tokens are issued for assertions of this service, a new one at each refresh. */
export class KeycloakGuests {
  readonly #signIns = semaphore(TOKEN_REQUESTS);
  /** Separate: new guests get in while all others refresh. */
  readonly #refreshes = semaphore(TOKEN_REQUESTS);
  #fault: KeycloakRefused | null = null;

  constructor(private readonly dependencies: KeycloakGuestsDependencies) {}

  /** Why Keycloak refuses assertions; null while it accepts them. */
  get fault(): KeycloakRefused | null {
    return this.#fault;
  }

  async signIn(): Promise<{ readonly id: string; readonly tokens: TokenAnswer }> {
    const { pool } = this.dependencies;
    return this.#signIns(async () => {
      const guest = await pool.take();
      try {
        return await this.#begin(guest);
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
      return this.#begin(await pool.create());
    });
  }

  /** A guest without tokens goes back to the pool, or is forgotten: deleted in Keycloak, or its database was restored. */
  async #begin(guest: PoolGuest): Promise<{ readonly id: string; readonly tokens: TokenAnswer }> {
    const { pool } = this.dependencies;
    try {
      return { id: guest.id, tokens: await this.#tokensOf(guest) };
    } catch (error) {
      await (isUnknown(error) ? pool.forget(guest) : pool.giveBack(guest));
      throw error;
    }
  }

  /** `ticketFrom`: when the ticket was issued, ms. Refuses `token-expired` when the guest is gone, disabled or signed out. */
  async refresh(id: string, ticketFrom: number): Promise<TokenAnswer> {
    const { db } = this.dependencies;
    const [guest] = await db.query<Row[]>(SELECT_GUEST, [id]);
    if (guest === undefined || (guest.ticketsFrom !== null && ticketFrom < +guest.ticketsFrom))
      throw new RefusedError('token-expired');
    try {
      const tokens = await this.#refreshes(() => this.#tokensOf({ id, subject: guest.subject }));
      if (Date.now() - +guest.lastSeen > DAY_MS) await db.query(TOUCH_GUEST, [id]);
      return tokens;
    } catch (error) {
      if (isUnknown(error) || isDisabled(error)) throw new RefusedError('token-expired');
      throw error;
    }
  }

  async isGuest(id: string): Promise<boolean> {
    const rows = await this.dependencies.db.query<unknown[]>(GUEST_EXISTS, [id]);
    return rows.length > 0;
  }

  async endTickets(id: string): Promise<void> {
    await this.dependencies.db.query(RENEW_TICKETS, [id]);
  }

  async #tokensOf({ id, subject }: PoolGuest): Promise<TokenAnswer> {
    const { tokens, keys } = this.dependencies;
    try {
      const issued = await tokens.assertion(await keys.sign(subject));
      this.#fault = null;
      if (decodeJwt(issued.access_token).sub !== id)
        throw new Error('Keycloak has issued a token of another user for an assertion');
      return issued;
    } catch (error) {
      if (error instanceof KeycloakRefused && !isUnknown(error) && !isDisabled(error)) this.#fault = error;
      throw error;
    }
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof KeycloakRefused && /user not found/i.test(error.description);
const isDisabled = (error: unknown): boolean =>
  error instanceof KeycloakRefused && /disabled/i.test(error.description) && /user|account/i.test(error.description);
