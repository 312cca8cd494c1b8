import { randomBytes } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { readDisplayName, readEmail, readNewPassword, readPassword, refuseCommonPassword } from './credentials.js';
import type { KnownDevices } from './known-devices.js';
import type { PasswordHasher } from './passwords.js';
import type { SignInThrottle } from './throttles.js';
import type { User } from './user.entity.js';
import { Users, type AccountFields, isDuplicate } from './users.js';
import type { DataSource } from 'typeorm';
import { keepForUpgrade } from '../moves/guest-moves.js';
import type { Revocations } from '../tokens/revocations.js';

/** The id in the browser's device cookie; null without one. */
export type Device = string | null;

export interface SignUp {
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly device: Device;
  /** The verified user id of the guest that signs up, if it is one. */
  readonly guest: string | null;
}

export interface AccountsDependencies {
  readonly users: Users;
  readonly passwords: PasswordHasher;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  readonly upgradeGuest: UpgradeGuest;
}

export class Accounts {
  private constructor(
    private readonly dependencies: AccountsDependencies,
    /** Verified against for an unknown e-mail. */
    private readonly dummyHash: string,
  ) {}

  static async open(dependencies: AccountsDependencies): Promise<Accounts> {
    return new Accounts(dependencies, await dependencies.passwords.hash(randomBytes(16).toString('hex')));
  }

  /**
   * Refuses `invalid-email`, `limit-sign-in`, `invalid-credential`, and `user-disabled` only with the right password. An
   * unknown e-mail costs one hash as well, so that neither the answer nor its time reveals an account.
   */
  async signIn(typedEmail: string, typedPassword: string, device: Device): Promise<User> {
    const { users, passwords, throttle } = this.dependencies;
    const email = readEmail(typedEmail);
    const user = await throttle.attempt(email, device, async () => {
      const found = await users.findByEmail(email);
      const matches = await passwords.verify(found?.passwordHash ?? this.dummyHash, readPassword(typedPassword));
      if (!found?.passwordHash || !matches) throw new RefusedError('invalid-credential');
      return found;
    });
    if (user.disabled) throw new RefusedError('user-disabled');
    await users.seen(user);
    await this.remember(user, device);
    return user;
  }

  /** After the owner has replaced the password: resets the throttle. */
  async forgive(user: User, device: Device): Promise<void> {
    if (user.email === null) return;
    await this.dependencies.throttle.forget(user.email);
    await this.remember(user, device);
  }

  /** Gives the owner's browser its own throttle. */
  remember(user: User, device: Device): Promise<void> {
    return this.dependencies.devices.add(user, device);
  }

  /** Checks in the order of the spec. */
  async signUp({ guest, device, ...typed }: SignUp): Promise<User> {
    const { users, passwords, upgradeGuest } = this.dependencies;
    const displayName = readDisplayName(typed.displayName);
    const email = readEmail(typed.email);
    const password = readNewPassword(typed.password);
    const holder = await users.findByEmail(email);
    if (holder !== null) {
      if (!(await this.#isRetry(holder, guest, password))) throw new RefusedError('email-already-in-use');
      return holder;
    }
    await refuseCommonPassword(password);
    const passwordHash = await passwords.hash(password);
    const upgraded = guest === null ? null : await upgradeGuest(guest, { email, displayName, passwordHash });
    const user = upgraded ?? (await users.create('registered', email, displayName, passwordHash));
    if (!user) throw new RefusedError('email-already-in-use');
    await this.remember(user, device);
    return user;
  }

  /** The answer to the first request was lost: this guest has become the account, with this password. */
  async #isRetry({ id, passwordHash }: User, guest: string | null, password: string): Promise<boolean> {
    return id === guest && passwordHash !== null && (await this.dependencies.passwords.verify(passwordHash, password));
  }
}

/** Keeps the id. Null: no longer a guest, or signed in to another account. Refuses `email-already-in-use`. */
type UpgradeGuest = (id: string, fields: AccountFields) => Promise<User | null>;

export const upgradeGuest =
  (db: DataSource, revocations: Pick<Revocations, 'endGuestLater'>): UpgradeGuest =>
  async (id, fields) => {
    try {
      return await db.transaction(async (tx) => {
        const users = new Users(tx);
        if (!(await users.lockGuest(id)) || !(await keepForUpgrade(id, tx))) return null;
        const user = await users.upgradeGuest(id, fields);
        if (user !== null) await revocations.endGuestLater(id, tx);
        return user;
      });
    } catch (error) {
      if (isDuplicate(error)) throw new RefusedError('email-already-in-use');
      throw error;
    }
  };
