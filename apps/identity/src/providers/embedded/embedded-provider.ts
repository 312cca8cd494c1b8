import { randomUUID } from 'node:crypto';
import { RefusedError, type RevocationCursor, type RevocationPage, type Tokens } from '@earworm/contracts';
import type { Accounts } from '../../accounts/accounts.js';
import type { PasswordResets } from '../../accounts/password-resets.js';
import { OLD_TOKENS_SECONDS } from '../../accounts/upgrade-guest.js';
import type { User } from '../../accounts/user.entity.js';
import type { Users } from '../../accounts/users.js';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import type { GuestDoor } from '../../guests/guest-admission.js';
import { guestUser } from '../../accounts/guest-user.js';
import { AUDIENCE, type IdentityConfig, REALM_PATH } from '../../identity.config.js';
import { type Refreshed, type RefreshTokens, sessionOfGuest } from '../../tokens/refresh-tokens.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { PublicKey, SigningKey } from '../../tokens/secrets.js';
import type { Device, SignUp } from '../../accounts/sign-up.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { AccessTokens, Holder } from './access-tokens.js';

export interface EmbeddedParts {
  readonly config: IdentityConfig;
  readonly key: SigningKey;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly guests: GuestDoor;
  readonly resets: PasswordResets;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly revocations: Revocations;
  readonly endEverywhere: EndEverywhere;
  /** Ends the session of one browser at the realm's own pages. */
  readonly endBrowserSession: (uid: string) => Promise<void>;
}

/** The provider that comes with the product: users and keys in Postgres. */
export class EmbeddedProvider implements IdentityProvider {
  readonly audience = AUDIENCE;
  readonly external = false;
  /** Of the origin that a browser is at: nobody can list the addresses of a server in a local network. */
  readonly endpoints = {
    authorization: `${REALM_PATH}/protocol/openid-connect/auth`,
    token: `${REALM_PATH}/protocol/openid-connect/token`,
  };

  constructor(private readonly parts: EmbeddedParts) {}

  get issuer(): string {
    return this.parts.config.OIDC_ISSUER;
  }

  async signInGuest(): Promise<Tokens> {
    const { id, committed } = this.parts.guests.admit();
    const holder = { user: guestUser(id), session: sessionOfGuest(id) };
    const ticket = this.parts.refreshTokens.ticket(id);
    const [tokens] = await Promise.all([this.#tokens(holder, ticket, 'guest'), committed]);
    return tokens;
  }

  async signIn(email: string, password: string, device: Device): Promise<Tokens> {
    return this.#open(await this.parts.accounts.signIn(email, password, device));
  }

  async signUp(typed: SignUp): Promise<Tokens> {
    return this.#open(await this.parts.accounts.signUp(typed));
  }

  async isGuest(userId: string): Promise<boolean> {
    return (await this.parts.users.find(userId))?.kind === 'guest';
  }

  async endGuest(userId: string): Promise<void> {
    await this.parts.users.endTickets(userId);
    const lifeSeconds = this.parts.config.GUEST_TOKEN_SECONDS;
    await this.parts.revocations.endSessionLater(
      { userId, session: sessionOfGuest(userId), lifeSeconds },
      OLD_TOKENS_SECONDS,
    );
  }

  /** What a code's token answer lacks. */
  async openRefresh(user: User, session: string | null): Promise<Pick<Tokens, 'refresh_token' | 'refresh_expires_in'>> {
    const { refreshTokens } = this.parts;
    return {
      refresh_token: await refreshTokens.open(user, randomUUID(), session),
      refresh_expires_in: refreshTokens.seconds,
    };
  }

  async refresh(refreshToken: string, device: Device): Promise<Tokens> {
    const refreshed = await this.parts.refreshTokens.use(refreshToken);
    const user = await this.parts.users.find(refreshed.userId);
    if (!user || user.disabled || isTicketEnded(user, refreshed)) throw new RefusedError('token-expired');
    await this.parts.users.seen(user);
    await this.parts.accounts.recognise(user, device);
    return this.#tokens({ user, session: refreshed.session }, refreshed.refreshToken, 'refresh_token');
  }

  async signOut(refreshToken: string): Promise<void> {
    try {
      const { userId, sessions, isGuest, providerSession } = await this.parts.refreshTokens.end(refreshToken);
      if (isGuest) await this.parts.users.endTickets(userId);
      const { GUEST_TOKEN_SECONDS, USER_TOKEN_SECONDS } = this.parts.config;
      const lifeSeconds = isGuest ? GUEST_TOKEN_SECONDS : USER_TOKEN_SECONDS;
      for (const session of sessions) await this.parts.revocations.endSession(userId, session, lifeSeconds);
      // Or the next redirect would sign in the person who sits there now, without asking.
      if (providerSession !== null) await this.parts.endBrowserSession(providerSession);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
    }
  }

  requestReset(email: string, baseUrl: string, device: Device): Promise<void> {
    return this.parts.resets.request(email, (this.parts.config.PUBLIC_URL ?? baseUrl).replace(/\/+$/, ''), device);
  }

  async confirmReset(token: string, password: string, device: Device): Promise<void> {
    const userId = await this.parts.resets.confirm(token, password);
    const user = await this.parts.users.find(userId);
    if (user) await this.parts.accounts.forgive(user, device);
  }

  /** Signs a user out everywhere: no token made before this resolves counts after it. */
  endAllOf(userId: string): Promise<void> {
    return this.parts.endEverywhere(userId);
  }

  revocations(after?: RevocationCursor): Promise<RevocationPage> {
    return this.parts.revocations.list(after);
  }

  async signingKeys(): Promise<PublicKey[]> {
    return [this.parts.key.publicJwk];
  }

  /** Tokens of a new session for somebody whose identity was just proved. */
  #open(user: User): Promise<Tokens> {
    const session = randomUUID();
    return this.#tokens({ user, session }, this.parts.refreshTokens.open(user, session), 'password');
  }

  async #tokens(holder: Holder, refreshToken: string | Promise<string>, gty: string): Promise<Tokens> {
    const [access, refresh] = await Promise.all([this.parts.accessTokens.mint(holder, gty), refreshToken]);
    return {
      access_token: access.token,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: access.expiresIn,
      refresh_expires_in: this.parts.refreshTokens.seconds,
    };
  }
}

/** A guest's ticket ends by signing out, and when the guest becomes an account: it would be a way in without a password. */
const isTicketEnded = (user: User, { ticketFrom }: Refreshed): boolean =>
  ticketFrom !== undefined && (user.kind !== 'guest' || (user.ticketsFrom !== null && ticketFrom < +user.ticketsFrom));
