import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { DataSource } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import { semaphore } from '@earworm/service-kit/resilience';
import type { Device, SignUp } from '../../accounts/accounts.js';
import {
  readDisplayName,
  readEmail,
  readNewPassword,
  readPassword,
  refuseCommonPassword,
} from '../../accounts/credentials.js';
import type { KnownDevices } from '../../accounts/known-devices.js';
import type { SignInThrottle } from '../../accounts/throttles.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenAnswer, TokenEndpoint } from './token-endpoint.js';
import type { UpgradeGuest } from './upgrade-guest.js';
import type { KeycloakUser, UsersApi } from './users-api.js';
import { DELETE_FORMER_HOLDER, SELECT_ACCOUNT_ID, UPSERT_ACCOUNT } from './keycloak.sql.js';

export interface KeycloakAccountsDependencies {
  readonly db: Pick<DataSource, 'query' | 'transaction'>;
  readonly tokens: Pick<TokenEndpoint, 'password'>;
  readonly users: UsersApi;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  readonly upgradeGuest: UpgradeGuest;
}

/** Accounts with e-mail and password in Keycloak. Attempts are throttled here, before Keycloak is asked. */
export class KeycloakAccounts {
  /** Each check costs Keycloak a hash. */
  readonly #bounded = semaphore({ concurrency: 8, queue: 200, refusal: 'unavailable' });

  constructor(private readonly dependencies: KeycloakAccountsDependencies) {}

  /** Refuses as the embedded provider does, but `user-disabled` only on a known device. */
  async signIn(typedEmail: string, typedPassword: string, device: Device): Promise<TokenAnswer> {
    const email = readEmail(typedEmail);
    const password = readPassword(typedPassword);
    const tokens = await this.dependencies.throttle.attempt(email, device, (isKnownDevice) =>
      this.#bounded(() => this.#check(email, password, isKnownDevice)),
    );
    return this.#signedIn(email, tokens, device);
  }

  /** Checks in the order of the embedded provider. A `guest` becomes the account, unless that user no longer is one. */
  async signUp({ guest, device, ...typed }: SignUp): Promise<TokenAnswer> {
    const { users, tokens, upgradeGuest } = this.dependencies;
    const displayName = readDisplayName(typed.displayName);
    const email = readEmail(typed.email);
    const password = readNewPassword(typed.password);
    const holder = await users.findByEmail(email);
    if (holder !== null && holder.id !== guest) throw new RefusedError('email-already-in-use');
    await refuseCommonPassword(password);
    const account = { displayName, email, password };
    const issued = await this.#bounded(async () => {
      const isUpgraded = guest !== null && (await upgradeGuest(guest, account).catch(refuseAccount));
      if (!isUpgraded && holder !== null) return this.#retry(email, password);
      if (!isUpgraded) await users.createAccount(account).catch(refuseAccount);
      return tokens.password(email, password);
    });
    return this.#signedIn(email, issued, device);
  }

  async findByEmail(email: string): Promise<{ id: string; displayName: string; disabled: boolean } | null> {
    const user = await this.dependencies.users.findByEmail(email);
    return user && { id: user.id, displayName: displayNameOf(user), disabled: !user.enabled };
  }

  /** After the owner has replaced the password: resets the throttles here and in Keycloak. */
  async forgive(userId: string, device: Device): Promise<void> {
    const { users, throttle } = this.dependencies;
    const user = await users.find(userId);
    await users.unlock(userId);
    const email = user?.email?.toLowerCase();
    if (email === undefined) return;
    await this.#store(userId, email);
    await throttle.forget(email);
    await this.remember(userId, device);
  }

  /** Gives the owner's browser its own throttle. */
  remember(id: string, device: Device): Promise<void> {
    return this.dependencies.devices.add({ id, kind: 'registered' }, device);
  }

  /** The answer to the first request was lost: the guest has become the account, if the password is right. */
  async #retry(email: string, password: string): Promise<TokenAnswer> {
    return this.dependencies.tokens.password(email, password).catch((error: unknown) => {
      refusalOf(error);
      throw new RefusedError('email-already-in-use');
    });
  }

  async #check(email: string, password: string, isKnownDevice: boolean): Promise<TokenAnswer> {
    const { tokens } = this.dependencies;
    try {
      return await tokens.password(email, password);
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === 'user-disabled' && !isKnownDevice) return this.#refuseSlowly();
      if (refused !== 'invalid-credential' || !isKnownDevice || !(await this.#unlock(email)))
        throw new RefusedError(refused);
    }
    return tokens.password(email, password).catch((error: unknown) => {
      throw new RefusedError(refusalOf(error));
    });
  }

  /** As for an unknown e-mail, in the same time: Keycloak refuses a disabled account without checking the password. */
  async #refuseSlowly(): Promise<never> {
    await this.dependencies.tokens.password(`${randomUUID()}@earworm.invalid`, randomUUID()).catch(refusalOf);
    throw new RefusedError('invalid-credential');
  }

  /**
   * Keycloak locks accounts after wrong passwords from any device; known devices have their own throttle. False: not
   * locked.
   */
  async #unlock(email: string): Promise<boolean> {
    const { db, users } = this.dependencies;
    const [account] = await db.query<{ id: string }[]>(SELECT_ACCOUNT_ID, [email]);
    if (account === undefined || !(await users.isLocked(account.id))) return false;
    await users.unlock(account.id);
    return true;
  }

  async #signedIn(email: string, tokens: TokenAnswer, device: Device): Promise<TokenAnswer> {
    const { sub: userId = '' } = decodeJwt(tokens.access_token);
    await this.#store(userId, email);
    await this.remember(userId, device);
    return tokens;
  }

  async #store(userId: string, email: string): Promise<void> {
    await this.dependencies.db.transaction(async (tx) => {
      // Separate: within one statement the insert would still conflict.
      await tx.query(DELETE_FORMER_HOLDER, [userId, email]);
      await tx.query(UPSERT_ACCOUNT, [userId, email]);
    });
  }
}

function refuseAccount(error: unknown): never {
  if (!(error instanceof KeycloakRefused)) throw error;
  if (error.status === 409) throw new RefusedError('email-already-in-use');
  const text = `${error.code} ${error.description}`.toLowerCase();
  if (error.status === 400 && text.includes('password')) throw new RefusedError('weak-password');
  if (error.status === 400 && text.includes('email')) throw new RefusedError('invalid-email');
  if (error.status === 400 && text.includes('firstname')) throw new RefusedError('display-name-invalid');
  throw error;
}

const REFUSALS = {
  'Invalid user credentials': 'invalid-credential',
  'Account disabled': 'user-disabled',
  // After the right password: Keycloak's own pages ask for something more.
  'Account is not fully set up': 'single-sign-on-needed',
} as const;

/** Of a password; throws all other errors. */
export function refusalOf(error: unknown): (typeof REFUSALS)[keyof typeof REFUSALS] {
  if (!(error instanceof KeycloakRefused) || error.code !== 'invalid_grant') throw error;
  return REFUSALS[error.description as keyof typeof REFUSALS] ?? 'invalid-credential';
}

export const displayNameOf = ({ firstName = '', lastName = '', username = '' }: KeycloakUser): string =>
  `${firstName} ${lastName}`.trim() || username;
