import type {
  RevocationCursor,
  RevocationPage,
  SignInEndpoints,
  Tokens,
  Account,
  AccountPage,
  AccountQuery,
} from '@earworm/contracts';
import type { Device, SignUp } from '../accounts/accounts.js';
import type { PublicKey, Secrets } from '../tokens/secrets.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DataSource, EntityManager } from 'typeorm';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Job } from '@earworm/service-kit/jobs';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { OnFirstAdmin } from '../accounts/first-admin.js';
import type { MailPort } from '../accounts/password-resets.js';
import type { IdentityConfig } from '../identity.config.js';
import type { Revocations } from '../tokens/revocations.js';

/** Refuses only with codes of the call it serves; any other error means that the provider is unavailable. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** Not part of the product: users can sign in on its own pages. */
  readonly external: boolean;
  readonly endpoints: SignInEndpoints | null;

  /** Creates a user. Refuses `guest-wait` with `n` seconds while it is overloaded or down. */
  signInGuest(): Promise<Tokens>;
  signIn(email: string, password: string, device: Device): Promise<Tokens>;
  /** A guest keeps its `sub`, and its tokens end as by `endGuest`. Idempotent for a retry after a lost answer. */
  signUp(request: SignUp): Promise<Tokens>;
  /** Exists, and has not become an account. */
  isGuest(userId: string): Promise<boolean>;
  /** Ends the guest's refresh tokens at once and its access tokens after some seconds. */
  endGuest(userId: string): Promise<void>;
  /** Refuses `token-expired` only when the session is over. */
  refresh(refreshToken: string, device: Device): Promise<Tokens>;
  /** Ignores invalid tokens. */
  signOut(refreshToken: string): Promise<void>;
  /** Takes as long without such an account. Refuses `reset-failed` for every address while no mail can be sent. */
  requestReset(email: string, baseUrl: string, device: Device): Promise<void>;
  /** Ends all sessions of the account and all tokens made before it resolves. */
  confirmReset(token: string, password: string, device: Device): Promise<void>;
  revocations(after?: RevocationCursor): Promise<RevocationPage>;
  signingKeys(): Promise<PublicKey[]>;
}

export const USER_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The provider's users, for administrators. Times in ms since the epoch. An unknown user id is refused `account-not-found`;
 * errors that are not a RefusedError mean that the provider is unavailable. Changes are idempotent: without an effect they
 * end nothing and return the account as it is.
 */
export interface AccountDirectory {
  /**
   * One page of at most ACCOUNT_LIMITS.pageSize (embedded: newest first; Keycloak: by e-mail). `search`: part of the name or
   * e-mail, ignoring case and surrounding blanks, or a whole user id; guests are found only by their id. `total`: of all pages;
   * with Keycloak at most 2,000.
   */
  search(query: AccountQuery): Promise<AccountPage>;

  read(userId: string): Promise<Account>;

  /**
   * When it resolves, tokens with the old roles have ended, and a refresh brings the new ones. Refuses `account-is-guest`, and
   * `last-admin` when no other enabled administrator would remain, also of two concurrent changes.
   */
  setAdmin(userId: string, admin: boolean): Promise<Account>;

  /**
   * When it resolves, all sessions and tokens of a disabled user have ended. Sign-in refuses `user-disabled` (embedded: with the
   * right password; Keycloak: on a known device), refresh `token-expired`. Refuses `last-admin` as above.
   */
  setDisabled(userId: string, disabled: boolean): Promise<Account>;

  /** Ends all sessions and tokens, also a guest's. */
  endSessions(userId: string): Promise<void>;

  /**
   * Deletes an account or guest, with all sessions and tokens. `change` is in the transaction that checks it; its account is
   * null when there is none any more. Refuses `last-admin` as above, with nothing done.
   */
  erase(userId: string, change: EraseChange): Promise<void>;
}

export type EraseChange = (tx: Pick<EntityManager, 'query'>, account: Account | null) => Promise<void>;

export interface ProviderDependencies {
  readonly kit: Pick<Kit, 'log' | 'health' | 'metrics' | 'bus' | 'isOwnProcess'>;
  readonly config: IdentityConfig;
  readonly db: DataSource;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly mail: MailPort;
  readonly signInThrottle: LoginThrottle;
  readonly resetThrottle: LoginThrottle;
  readonly onFirstAdmin: OnFirstAdmin;
  /** Logs an error without its parameters. */
  readonly failed: (what: string) => (error: unknown) => void;
}

type MountedRequest = IncomingMessage & { originalUrl?: string };

export type RealmMiddleware = (req: MountedRequest, res: ServerResponse) => void;

export const OPENED_PROVIDER = Symbol('opened provider');

export interface OpenedProvider {
  readonly provider: IdentityProvider;
  readonly directory: AccountDirectory;
  readonly realm: RealmMiddleware;
  readonly jobs: readonly Job[];
  onApplicationShutdown(): Promise<void>;
}
