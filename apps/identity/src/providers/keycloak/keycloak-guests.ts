import { decodeJwt } from 'jose';
import type { DataSource } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import { semaphore } from '@earworm/service-kit/resilience';
import type { AssertionKeys } from './assertion-keys.js';
import type { GuestPool, PoolGuest } from './guest-pool.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenAnswer, TokenEndpoint } from './token-endpoint.js';

/** Tokens that Keycloak is asked for. Browsers give up before long, and retry when they are told to. */
export const TOKEN_REQUESTS = { concurrency: 16, queue: 1_000, maxWaitMs: 6_000, refusal: 'unavailable' } as const;

const DAY_MS = 86_400_000;

interface GuestRow {
  readonly subject: string;
  readonly lastSeen: Date;
  readonly ticketsFrom: Date | null;
}

export interface KeycloakGuestsParts {
  readonly db: Pick<DataSource, 'query'>;
  readonly pool: Pick<GuestPool, 'take' | 'create' | 'giveBack' | 'forget'>;
  readonly keys: Pick<AssertionKeys, 'sign'>;
  readonly tokens: Pick<TokenEndpoint, 'assertion'>;
}

/** Guests are users of Keycloak. Their tokens come by assertions of this service, and are made anew instead of refreshed. */
export class KeycloakGuests {
  readonly #signIns = semaphore(TOKEN_REQUESTS);
  /** On their own: when all guests renew, new ones still come in. */
  readonly #renewals = semaphore(TOKEN_REQUESTS);
  #fault: KeycloakRefused | null = null;

  constructor(private readonly parts: KeycloakGuestsParts) {}

  /** Why Keycloak accepts no assertion; null while it does. */
  get fault(): KeycloakRefused | null {
    return this.#fault;
  }

  async signIn(): Promise<{ readonly id: string; readonly tokens: TokenAnswer }> {
    return this.#signIns(async () => {
      const guest = await this.parts.pool.take();
      try {
        return { id: guest.id, tokens: await this.#tokensOf(guest) };
      } catch (error) {
        if (!isUnknown(error)) {
          await this.parts.pool.giveBack(guest);
          throw error;
        }
        // Deleted by hand, or Keycloak started from an older database.
        await this.parts.pool.forget(guest);
      }
      const fresh = await this.parts.pool.create();
      return { id: fresh.id, tokens: await this.#tokensOf(fresh) };
    });
  }

  /** For a ticket that was issued at `ticketFrom`, ms. Refuses `token-expired` when the guest is gone, disabled or signed out. */
  async renew(id: string, ticketFrom: number): Promise<TokenAnswer> {
    const [guest] = await this.parts.db.query<GuestRow[]>(
      `select subject, last_seen as "lastSeen", tickets_from as "ticketsFrom" from keycloak_guest
       where id = $1 and handed_out_at is not null`,
      [id],
    );
    if (guest === undefined || (guest.ticketsFrom !== null && ticketFrom < +guest.ticketsFrom))
      throw new RefusedError('token-expired');
    try {
      const tokens = await this.#renewals(() => this.#tokensOf({ id, subject: guest.subject }));
      // Only the day matters.
      if (Date.now() - +guest.lastSeen > DAY_MS)
        await this.parts.db.query('update keycloak_guest set last_seen = now() where id = $1', [id]);
      return tokens;
    } catch (error) {
      if (isUnknown(error) || isDisabled(error)) throw new RefusedError('token-expired');
      throw error;
    }
  }

  /** False once they have become an account. */
  async isGuest(id: string): Promise<boolean> {
    return (await this.parts.db.query<unknown[]>('select 1 from keycloak_guest where id = $1', [id])).length > 0;
  }

  /** No ticket that was issued before counts any more. */
  async endTickets(id: string): Promise<void> {
    await this.parts.db.query('update keycloak_guest set tickets_from = now() where id = $1', [id]);
  }

  async #tokensOf({ id, subject }: PoolGuest): Promise<TokenAnswer> {
    try {
      const tokens = await this.parts.tokens.assertion(await this.parts.keys.sign(subject));
      this.#fault = null;
      if (decodeJwt(tokens.access_token).sub !== id)
        throw new Error('Keycloak has taken an assertion for somebody else’s');
      return tokens;
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
