import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  RefusedError,
  type RevocationCursor,
  type RevocationPage,
  type SignInEndpoints,
  type Tokens,
} from '@earworm/contracts';
import { OLD_TOKENS_SECONDS } from '../../accounts/upgrade-guest.js';
import { semaphore } from '@earworm/service-kit/resilience';
import type { PasswordResets } from '../../accounts/password-resets.js';
import { AUDIENCE, type IdentityConfig } from '../../identity.config.js';
import { type RefreshTokens, sessionOfGuest, TICKET_TYPE } from '../../tokens/refresh-tokens.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { Device, SignUp } from '../../accounts/sign-up.js';
import type { PublicKey } from '../../tokens/secrets.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { KeycloakAccounts, Proved } from './keycloak-accounts.js';
import { KeycloakRefused, KeycloakUnavailable } from './keycloak-errors.js';
import { type KeycloakGuests, TOKEN_REQUESTS } from './keycloak-guests.js';
import type { RealmFacts } from './realm-metadata.js';
import { IDENTITY_CLIENT, type TokenAnswer, type TokenEndpoint, WEB_CLIENT } from './token-endpoint.js';

/** Guests come again after this while there is no room, or Keycloak is away. */
const WAIT_SECONDS = 5;
/** Keycloak has the last word on a token that has just run out by this machine's clock. */
const CLOCKS_MS = 60_000;

export interface KeycloakParts {
  readonly config: IdentityConfig;
  readonly facts: RealmFacts;
  readonly tokens: TokenEndpoint;
  readonly accounts: KeycloakAccounts;
  readonly guests: KeycloakGuests;
  readonly resets: PasswordResets;
  /** For guests' tickets alone: accounts have Keycloak's refresh tokens. */
  readonly refreshTokens: RefreshTokens;
  readonly revocations: Revocations;
}

/** Users in a Keycloak. While it is away, people who are signed in play on, and calls that need it refuse `unavailable`. */
export class KeycloakProvider implements IdentityProvider {
  readonly audience = AUDIENCE;
  readonly external = true;
  readonly #renewals = semaphore(TOKEN_REQUESTS);

  constructor(private readonly parts: KeycloakParts) {}

  get issuer(): string {
    return this.parts.facts.issuer;
  }

  get endpoints(): SignInEndpoints {
    return this.parts.facts.endpoints;
  }

  async signInGuest(): Promise<Tokens> {
    try {
      const { id, tokens } = await this.parts.guests.signIn();
      return this.#guestTokens(tokens, await this.parts.refreshTokens.ticket(id));
    } catch (error) {
      const isWait = error instanceof RefusedError && error.code === 'unavailable';
      throw isWait || error instanceof KeycloakUnavailable
        ? new RefusedError('guest-wait', { n: WAIT_SECONDS })
        : error;
    }
  }

  signIn(email: string, password: string, device: Device): Promise<Tokens> {
    return this.#orRefuse(async () => this.#open(await this.parts.accounts.signIn(email, password, device)));
  }

  signUp(typed: SignUp): Promise<Tokens> {
    return this.#orRefuse(async () => this.#open(await this.parts.accounts.signUp(typed)));
  }

  isGuest(userId: string): Promise<boolean> {
    return this.parts.guests.isGuest(userId);
  }

  async endGuest(userId: string): Promise<void> {
    await this.parts.guests.endTickets(userId);
    const lifeSeconds = this.parts.config.GUEST_TOKEN_SECONDS;
    await this.parts.revocations.endSessionLater(
      { userId, session: sessionOfGuest(userId), lifeSeconds },
      OLD_TOKENS_SECONDS,
    );
  }

  refresh(refreshToken: string, device: Device): Promise<Tokens> {
    return this.#orRefuse(async () => {
      if (isTicket(refreshToken)) return this.#renewGuest(refreshToken);
      const tokens = await this.#refreshAtKeycloak(refreshToken);
      const { sub = '' } = decodeJwt(tokens.access_token);
      await this.parts.accounts.recognise(sub, device);
      return tokensOf(tokens);
    });
  }

  async signOut(refreshToken: string): Promise<void> {
    try {
      await this.#orRefuse(() =>
        isTicket(refreshToken) ? this.#endGuest(refreshToken) : this.#endSession(refreshToken),
      );
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code === 'unavailable') throw error;
    }
  }

  requestReset(email: string, baseUrl: string, device: Device): Promise<void> {
    const { resets, config } = this.parts;
    return this.#orRefuse(() => resets.request(email, (config.PUBLIC_URL ?? baseUrl).replace(/\/+$/, ''), device));
  }

  confirmReset(token: string, password: string, device: Device): Promise<void> {
    return this.#orRefuse(async () => {
      const userId = await this.parts.resets.confirm(token, password);
      await this.parts.accounts.forgive(userId, device);
    });
  }

  revocations(after?: RevocationCursor): Promise<RevocationPage> {
    return this.parts.revocations.list(after);
  }

  signingKeys(): Promise<PublicKey[]> {
    return this.parts.facts.keys();
  }

  async #renewGuest(ticket: string): Promise<Tokens> {
    const { userId, refreshToken, ticketFrom = 0 } = await this.parts.refreshTokens.use(ticket);
    return this.#guestTokens(await this.parts.guests.renew(userId, ticketFrom), refreshToken);
  }

  async #endGuest(ticket: string): Promise<void> {
    const { userId } = await this.parts.refreshTokens.end(ticket);
    await this.parts.guests.endTickets(userId);
    await this.parts.revocations.endSession(userId, sessionOfGuest(userId), this.parts.config.GUEST_TOKEN_SECONDS);
  }

  async #refreshAtKeycloak(refreshToken: string): Promise<TokenAnswer> {
    this.#refuseUseless(refreshToken);
    try {
      return await this.#renewals(() => this.parts.tokens.refresh(refreshToken, clientOf(refreshToken)));
    } catch (error) {
      if (error instanceof KeycloakRefused && error.code === 'invalid_grant') throw new RefusedError('token-expired');
      throw error;
    }
  }

  /** Throws `token-expired` for what Keycloak is sure to refuse, so that it costs Keycloak nothing. An offline token has no end. */
  #refuseUseless(refreshToken: string): void {
    const { iss, exp = 0 } = read(() => decodeJwt(refreshToken));
    const isOver = exp > 0 && exp * 1_000 + CLOCKS_MS < Date.now();
    if (iss !== this.issuer || isOver) throw new RefusedError('token-expired');
  }

  async #endSession(refreshToken: string): Promise<void> {
    // Only what Keycloak has taken for its own says whose session it is.
    if (!(await this.parts.tokens.logout(refreshToken, clientOf(refreshToken)))) return;
    const { sub, sid } = decodeJwt(refreshToken);
    if (sub === undefined || typeof sid !== 'string') return;
    await this.parts.revocations.endSession(sub, sid, this.parts.config.USER_TOKEN_SECONDS);
  }

  #open({ tokens }: Proved): Tokens {
    return tokensOf(tokens);
  }

  #guestTokens({ access_token, expires_in }: TokenAnswer, ticket: string): Tokens {
    const refresh_expires_in = this.parts.refreshTokens.seconds;
    return { access_token, refresh_token: ticket, token_type: 'Bearer', expires_in, refresh_expires_in };
  }

  /** A Keycloak that is away is no error of a call: health and log have a line about it, not one for each call. */
  async #orRefuse<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof KeycloakUnavailable ? new RefusedError('unavailable') : error;
    }
  }
}

function tokensOf({
  access_token,
  refresh_token = '',
  id_token,
  expires_in,
  refresh_expires_in = 0,
}: TokenAnswer): Tokens {
  const id = id_token === undefined ? {} : { id_token };
  return { access_token, refresh_token, ...id, token_type: 'Bearer', expires_in, refresh_expires_in };
}

/** Our own, with which no session at Keycloak goes. Nothing is believed yet: who reads it verifies it. */
function isTicket(refreshToken: string): boolean {
  return read(() => decodeProtectedHeader(refreshToken).typ === TICKET_TYPE);
}

/** The client that a refresh token of Keycloak's was made for: it must be sent by that one. */
function clientOf(refreshToken: string): string {
  const { azp } = read(() => decodeJwt(refreshToken));
  return azp === WEB_CLIENT ? WEB_CLIENT : IDENTITY_CLIENT;
}

/** What is no token at all belongs to no session. */
function read<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new RefusedError('token-expired');
  }
}
