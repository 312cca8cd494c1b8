import { randomUUID } from 'node:crypto';
import { RefusedError, type RevocationCursor, type RevocationPage, type Tokens } from '@earworm/contracts';
import type { Accounts, Device, SignUp } from '../../accounts/accounts.js';
import type { PasswordResets } from '../../accounts/password-resets.js';
import type { User } from '../../accounts/user.entity.js';
import { newUser, type Users } from '../../accounts/users.js';
import type { GuestAdmission } from '../../guests/guest-admission.js';
import { AUDIENCE, type IdentityConfig, ISSUER, REALM_PATH } from '../../identity.config.js';
import { type Refreshed, type RefreshTokens, sessionOfGuest } from '../../tokens/refresh-tokens.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { PublicKey, SigningKey } from '../../tokens/secrets.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { AccessTokens, Holder } from './access-tokens.js';

export interface EmbeddedProviderDependencies {
  readonly config: IdentityConfig;
  readonly key: SigningKey;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly guests: GuestAdmission;
  readonly resets: PasswordResets;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly revocations: Revocations;
  readonly endBrowserSession: (uid: string) => Promise<void>;
}

export class EmbeddedProvider implements IdentityProvider {
  readonly issuer = ISSUER;
  readonly audience = AUDIENCE;
  readonly external = false;
  /** Relative to the browser's origin: a server in a local network has many. */
  readonly endpoints = {
    authorization: `${REALM_PATH}/protocol/openid-connect/auth`,
    token: `${REALM_PATH}/protocol/openid-connect/token`,
  };

  constructor(private readonly dependencies: EmbeddedProviderDependencies) {}

  async signInGuest(): Promise<Tokens> {
    const { guests, refreshTokens } = this.dependencies;
    const { id, committed } = guests.admit();
    const holder = { user: newUser('guest', id, 'Guest'), session: sessionOfGuest(id) };
    const tokens = this.#tokens(holder, refreshTokens.ticket(id));
    await committed;
    return tokens;
  }

  async signIn(email: string, password: string, device: Device): Promise<Tokens> {
    return this.#openSession(await this.dependencies.accounts.signIn(email, password, device));
  }

  async signUp(request: SignUp): Promise<Tokens> {
    return this.#openSession(await this.dependencies.accounts.signUp(request));
  }

  async isGuest(userId: string): Promise<boolean> {
    return (await this.dependencies.users.find(userId))?.kind === 'guest';
  }

  async endGuest(userId: string): Promise<void> {
    await this.dependencies.users.endTickets(userId);
    await this.dependencies.revocations.endGuestLater(userId);
  }

  async openRefresh(user: User, session: string | null): Promise<Pick<Tokens, 'refresh_token' | 'refresh_expires_in'>> {
    const { refreshTokens } = this.dependencies;
    return {
      refresh_token: await refreshTokens.open(user, randomUUID(), session),
      refresh_expires_in: refreshTokens.seconds,
    };
  }

  async refresh(refreshToken: string, device: Device): Promise<Tokens> {
    const { refreshTokens, users, accounts } = this.dependencies;
    const refreshed = await refreshTokens.use(refreshToken);
    const user = await users.find(refreshed.userId);
    if (!user || user.disabled || isTicketEnded(user, refreshed)) throw new RefusedError('token-expired');
    await users.seen(user);
    await accounts.remember(user, device);
    return this.#tokens({ user, session: refreshed.session }, refreshed.refreshToken);
  }

  async signOut(refreshToken: string): Promise<void> {
    const { refreshTokens, users, revocations, endBrowserSession } = this.dependencies;
    try {
      const { userId, sessions, isGuest, providerSession } = await refreshTokens.end(refreshToken);
      if (isGuest) await users.endTickets(userId);
      for (const session of sessions) await revocations.endSession(userId, session);
      // Else the next redirect would sign in the browser's next user without asking.
      if (providerSession !== null) await endBrowserSession(providerSession);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
    }
  }

  requestReset(email: string, baseUrl: string, device: Device): Promise<void> {
    const { resets, config } = this.dependencies;
    return resets.request(email, (config.PUBLIC_URL ?? baseUrl).replace(/\/+$/, ''), device);
  }

  async confirmReset(token: string, password: string, device: Device): Promise<void> {
    const { resets, users, accounts } = this.dependencies;
    const user = await users.find(await resets.confirm(token, password));
    if (user) await accounts.forgive(user, device);
  }

  revocations(after?: RevocationCursor): Promise<RevocationPage> {
    return this.dependencies.revocations.list(after);
  }

  async signingKeys(): Promise<PublicKey[]> {
    return [this.dependencies.key.publicJwk];
  }

  async #openSession(user: User): Promise<Tokens> {
    const session = randomUUID();
    return this.#tokens({ user, session }, await this.dependencies.refreshTokens.open(user, session));
  }

  #tokens(holder: Holder, refreshToken: string): Tokens {
    const { accessTokens, refreshTokens } = this.dependencies;
    const { token, expiresIn } = accessTokens.mint(holder);
    return {
      access_token: token,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_expires_in: refreshTokens.seconds,
    };
  }
}

/** By a sign-out, or because the guest has become an account, which needs a password. */
const isTicketEnded = (user: User, { ticketFrom }: Refreshed): boolean =>
  ticketFrom !== undefined && (user.kind !== 'guest' || (user.ticketsFrom !== null && ticketFrom < +user.ticketsFrom));
