import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  RefusedError,
  type RevocationCursor,
  type RevocationPage,
  type SignInEndpoints,
  type Tokens,
} from '@earworm/contracts';
import { semaphore } from '@earworm/service-kit/resilience';
import type { Device, SignUp } from '../../accounts/accounts.js';
import type { PasswordResets } from '../../accounts/password-resets.js';
import { AUDIENCE, type IdentityConfig } from '../../identity.config.js';
import { type RefreshTokens, sessionOfGuest, TICKET_TYPE } from '../../tokens/refresh-tokens.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { PublicKey } from '../../tokens/secrets.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { KeycloakAccounts } from './keycloak-accounts.js';
import { KeycloakRefused, KeycloakUnavailable } from './keycloak-errors.js';
import { type KeycloakGuests, TOKEN_REQUESTS } from './keycloak-guests.js';
import type { RealmMetadata } from './realm-metadata.js';
import { IDENTITY_CLIENT, type TokenAnswer, type TokenEndpoint, WEB_CLIENT } from './token-endpoint.js';

const WAIT_SECONDS = 5;
/** Keycloak decides about tokens that have just expired by this machine's clock. */
const CLOCK_SKEW_MS = 60_000;

export interface KeycloakProviderDependencies {
  readonly config: IdentityConfig;
  readonly metadata: RealmMetadata;
  readonly tokens: TokenEndpoint;
  readonly accounts: KeycloakAccounts;
  readonly guests: KeycloakGuests;
  readonly resets: PasswordResets;
  /** For guests' tickets only: accounts have Keycloak's refresh tokens. */
  readonly refreshTokens: RefreshTokens;
  readonly revocations: Revocations;
}

/** Users in Keycloak. While it is down, signed-in users play on, and calls that need it refuse `unavailable`. */
export class KeycloakProvider implements IdentityProvider {
  readonly audience = AUDIENCE;
  readonly external = true;
  readonly #refreshes = semaphore(TOKEN_REQUESTS);

  constructor(private readonly dependencies: KeycloakProviderDependencies) {}

  get issuer(): string {
    return this.dependencies.metadata.issuer;
  }

  get endpoints(): SignInEndpoints {
    return this.dependencies.metadata.endpoints;
  }

  async signInGuest(): Promise<Tokens> {
    const { guests, refreshTokens } = this.dependencies;
    try {
      const { id, tokens } = await guests.signIn();
      return this.#guestTokens(tokens, await refreshTokens.ticket(id));
    } catch (error) {
      const isOverloaded = error instanceof RefusedError && error.code === 'unavailable';
      if (isOverloaded || error instanceof KeycloakUnavailable)
        throw new RefusedError('guest-wait', { n: WAIT_SECONDS });
      throw error;
    }
  }

  signIn(email: string, password: string, device: Device): Promise<Tokens> {
    return orRefuse(async () => tokensOf(await this.dependencies.accounts.signIn(email, password, device)));
  }

  signUp(request: SignUp): Promise<Tokens> {
    return orRefuse(async () => tokensOf(await this.dependencies.accounts.signUp(request)));
  }

  isGuest(userId: string): Promise<boolean> {
    return this.dependencies.guests.isGuest(userId);
  }

  async endGuest(userId: string): Promise<void> {
    await this.dependencies.guests.endTickets(userId);
    await this.dependencies.revocations.endGuestLater(userId);
  }

  refresh(refreshToken: string, device: Device): Promise<Tokens> {
    return orRefuse(async () => {
      if (isTicket(refreshToken)) return this.#refreshGuest(refreshToken);
      const tokens = await this.#refreshAccount(refreshToken);
      const { sub = '' } = decodeJwt(tokens.access_token);
      await this.dependencies.accounts.remember(sub, device);
      return tokensOf(tokens);
    });
  }

  async signOut(refreshToken: string): Promise<void> {
    try {
      await orRefuse(() => (isTicket(refreshToken) ? this.#endGuest(refreshToken) : this.#endSession(refreshToken)));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code === 'unavailable') throw error;
    }
  }

  requestReset(email: string, baseUrl: string, device: Device): Promise<void> {
    const { resets, config } = this.dependencies;
    return orRefuse(() => resets.request(email, (config.PUBLIC_URL ?? baseUrl).replace(/\/+$/, ''), device));
  }

  confirmReset(token: string, password: string, device: Device): Promise<void> {
    const { resets, accounts } = this.dependencies;
    return orRefuse(async () => accounts.forgive(await resets.confirm(token, password), device));
  }

  revocations(after?: RevocationCursor): Promise<RevocationPage> {
    return this.dependencies.revocations.list(after);
  }

  signingKeys(): Promise<PublicKey[]> {
    return this.dependencies.metadata.keys();
  }

  async #refreshGuest(ticket: string): Promise<Tokens> {
    const { refreshTokens, guests } = this.dependencies;
    const { userId, refreshToken, ticketFrom = 0 } = await refreshTokens.use(ticket);
    return this.#guestTokens(await guests.refresh(userId, ticketFrom), refreshToken);
  }

  async #endGuest(ticket: string): Promise<void> {
    const { refreshTokens, guests, revocations } = this.dependencies;
    const { userId } = await refreshTokens.end(ticket);
    await guests.endTickets(userId);
    await revocations.endSession(userId, sessionOfGuest(userId));
  }

  async #refreshAccount(refreshToken: string): Promise<TokenAnswer> {
    const { iss, exp = 0 } = orExpired(() => decodeJwt(refreshToken));
    // Saves Keycloak a request that it would refuse. Offline tokens do not expire.
    const isExpired = exp > 0 && exp * 1_000 + CLOCK_SKEW_MS < Date.now();
    if (iss !== this.issuer || isExpired) throw new RefusedError('token-expired');
    try {
      return await this.#refreshes(() => this.dependencies.tokens.refresh(refreshToken, clientOf(refreshToken)));
    } catch (error) {
      if (error instanceof KeycloakRefused && error.code === 'invalid_grant') throw new RefusedError('token-expired');
      throw error;
    }
  }

  async #endSession(refreshToken: string): Promise<void> {
    const { tokens, revocations } = this.dependencies;
    if (!(await tokens.logout(refreshToken, clientOf(refreshToken)))) return;
    const { sub, sid } = decodeJwt(refreshToken);
    if (sub !== undefined && typeof sid === 'string') await revocations.endSession(sub, sid);
  }

  #guestTokens({ access_token, expires_in }: TokenAnswer, ticket: string): Tokens {
    const refresh_expires_in = this.dependencies.refreshTokens.seconds;
    return { access_token, refresh_token: ticket, token_type: 'Bearer', expires_in, refresh_expires_in };
  }
}

/** Refuses instead of failing while Keycloak is down: health reports that once, not the log for each call. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KeycloakUnavailable ? new RefusedError('unavailable') : error;
  }
}

function tokensOf({ refresh_token = '', refresh_expires_in = 0, ...answer }: TokenAnswer): Tokens {
  const { access_token, id_token, expires_in } = answer;
  const id = id_token === undefined ? {} : { id_token };
  return { access_token, refresh_token, ...id, token_type: 'Bearer', expires_in, refresh_expires_in };
}

/** Unverified. */
const isTicket = (refreshToken: string): boolean =>
  orExpired(() => decodeProtectedHeader(refreshToken).typ === TICKET_TYPE);

/** Keycloak accepts a refresh token only from the client that it was issued to. */
function clientOf(refreshToken: string): string {
  const { azp } = orExpired(() => decodeJwt(refreshToken));
  return azp === WEB_CLIENT ? WEB_CLIENT : IDENTITY_CLIENT;
}

function orExpired<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new RefusedError('token-expired');
  }
}
