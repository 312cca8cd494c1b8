import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { DataSource } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import { semaphore } from '@earworm/service-kit/resilience';
import {
  readDisplayName,
  readEmail,
  readNewPassword,
  readPassword,
  refuseCommonPassword,
} from '../../accounts/credentials.js';
import type { GuessGuard } from '../../accounts/sign-in-throttle.js';
import type { KnownDevices } from '../../accounts/known-devices.js';
import type { Device, SignUp } from '../../accounts/sign-up.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenAnswer, TokenEndpoint } from './token-endpoint.js';
import type { UpgradeGuest } from './upgrade-guest.js';
import type { KeycloakUser, NewAccount, UsersApi } from './users-api.js';

export interface KeycloakAccountsParts {
  readonly db: Pick<DataSource, 'query' | 'transaction'>;
  readonly tokens: Pick<TokenEndpoint, 'password'>;
  readonly users: UsersApi;
  readonly guard: GuessGuard;
  readonly devices: KnownDevices;
  readonly upgradeGuest: UpgradeGuest;
}

/** Somebody who has just shown who they are. */
export interface Proved {
  readonly userId: string;
  readonly tokens: TokenAnswer;
}

/** Accounts with e-mail and password that Keycloak keeps. Guesses are counted here, before Keycloak is asked. */
export class KeycloakAccounts {
  /** Passwords that Keycloak checks for this process: each is a hash of a core's time. */
  readonly #run = semaphore({ concurrency: 8, queue: 200, refusal: 'unavailable' });

  constructor(private readonly parts: KeycloakAccountsParts) {}

  /** Refusals: as the embedded provider's; `user-disabled` only on a device that the account was signed in to before. */
  async signIn(typedEmail: string, typedPassword: string, device: Device): Promise<Proved> {
    const email = readEmail(typedEmail);
    const password = readPassword(typedPassword);
    const tokens = await this.parts.guard.guess(email, device, (isKnown) =>
      this.#run(() => this.#check(email, password, isKnown)),
    );
    return this.#prove(email, tokens, device);
  }

  /** In the order of the embedded provider's. `guest` becomes the account, unless that user is no guest any more. */
  async signUp(typed: SignUp): Promise<Proved> {
    const displayName = readDisplayName(typed.displayName);
    const email = readEmail(typed.email);
    const password = readNewPassword(typed.password);
    const holder = await this.parts.users.findByEmail(email);
    if (holder !== null && holder.id !== typed.guest) throw new RefusedError('email-already-in-use');
    refuseCommonPassword(password);
    const account = { displayName, email, password };
    const tokens = await this.#run(async () => {
      if (await this.#upgrade(typed.guest, account)) return this.parts.tokens.password(email, password);
      if (holder !== null) return this.#askedAgain(email, password);
      await this.parts.users.createAccount(account).catch(refuseAccount);
      return this.parts.tokens.password(email, password);
    });
    return this.#prove(email, tokens, typed.device);
  }

  /** For reset links. */
  async findByEmail(email: string): Promise<{ id: string; displayName: string; disabled: boolean } | null> {
    const user = await this.parts.users.findByEmail(email);
    if (user === null) return null;
    return { id: user.id, displayName: displayNameOf(user), disabled: !user.enabled };
  }

  /** The password was just replaced by its owner: earlier guesses no longer count, here and at Keycloak. */
  async forgive(userId: string, device: Device): Promise<void> {
    const user = await this.parts.users.find(userId);
    await this.parts.users.unlock(userId);
    const email = user?.email?.toLowerCase();
    if (email === undefined) return;
    await this.#remember(userId, email);
    await this.parts.guard.forget(email);
    await this.recognise(userId, device);
  }

  /** It is the owner's browser: from now on it has guesses of its own. */
  recognise(id: string, device: Device): Promise<void> {
    return this.parts.devices.add({ id, kind: 'registered' }, device);
  }

  async #upgrade(guest: string | null, account: NewAccount): Promise<boolean> {
    return guest !== null && (await this.parts.upgradeGuest(guest, account).catch(refuseAccount));
  }

  /** The account was made of this very guest, with this password: the answer was lost on its way, and the page asks again. */
  async #askedAgain(email: string, password: string): Promise<TokenAnswer> {
    return this.parts.tokens.password(email, password).catch((error: unknown) => {
      refusalOf(error);
      throw new RefusedError('email-already-in-use');
    });
  }

  async #check(email: string, password: string, isKnown: boolean): Promise<TokenAnswer> {
    const { tokens } = this.parts;
    try {
      return await tokens.password(email, password);
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === 'user-disabled' && !isKnown) return this.#spendHash();
      if (refused !== 'invalid-credential' || !isKnown || !(await this.#unlock(email))) throw new RefusedError(refused);
    }
    return tokens.password(email, password).catch((error: unknown) => {
      throw new RefusedError(refusalOf(error));
    });
  }

  /**
   * Keycloak says at once, whatever the password, that an account is disabled. To strangers it must not differ from one that
   * does not exist: neither in the answer nor in its time.
   */
  async #spendHash(): Promise<never> {
    await this.parts.tokens.password(`${randomUUID()}@earworm.invalid`, randomUUID()).catch((error: unknown) => {
      refusalOf(error);
    });
    throw new RefusedError('invalid-credential');
  }

  /**
   * Strangers who guess make Keycloak refuse the right password too, for minutes. Known devices have guesses of their own
   * here, so Keycloak need not count those. Answers whether it had locked the account.
   */
  async #unlock(email: string): Promise<boolean> {
    const [account] = await this.parts.db.query<{ id: string }[]>('select id from keycloak_account where email = $1', [
      email,
    ]);
    if (account === undefined || !(await this.parts.users.isLocked(account.id))) return false;
    await this.parts.users.unlock(account.id);
    return true;
  }

  async #prove(email: string, tokens: TokenAnswer, device: Device): Promise<Proved> {
    const { sub: userId = '' } = decodeJwt(tokens.access_token);
    await this.#remember(userId, email);
    await this.recognise(userId, device);
    return { userId, tokens };
  }

  /** An e-mail may have gone from one user to another at Keycloak. */
  async #remember(userId: string, email: string): Promise<void> {
    await this.parts.db.transaction(async (tx) => {
      // A statement of its own: within one, the insert would still meet the other user's row.
      await tx.query('delete from keycloak_account where email = $2 and id <> $1', [userId, email]);
      await tx.query(
        `insert into keycloak_account (id, email) values ($1, $2)
         on conflict (id) do update set email = excluded.email where keycloak_account.email <> excluded.email`,
        [userId, email],
      );
    });
  }
}

/** Of sign-up's own requests. */
function refuseAccount(error: unknown): never {
  if (!(error instanceof KeycloakRefused)) throw error;
  if (error.status === 409) throw new RefusedError('email-already-in-use');
  const said = `${error.code} ${error.description}`.toLowerCase();
  if (error.status === 400 && said.includes('password')) throw new RefusedError('weak-password');
  if (error.status === 400 && said.includes('email')) throw new RefusedError('invalid-email');
  if (error.status === 400 && said.includes('firstname')) throw new RefusedError('display-name-invalid');
  throw error;
}

const DESCRIPTIONS = {
  'Invalid user credentials': 'invalid-credential',
  'Account disabled': 'user-disabled',
  // Something besides the password is asked for, at Keycloak's own pages.
  'Account is not fully set up': 'sign-in-failed',
} as const;

/** Throws what is no refusal of a password. */
export function refusalOf(error: unknown): (typeof DESCRIPTIONS)[keyof typeof DESCRIPTIONS] {
  if (!(error instanceof KeycloakRefused) || error.code !== 'invalid_grant') throw error;
  return DESCRIPTIONS[error.description as keyof typeof DESCRIPTIONS] ?? 'invalid-credential';
}

export const displayNameOf = ({ firstName = '', lastName = '', username = '' }: KeycloakUser): string =>
  `${firstName} ${lastName}`.trim() || username;
