import { randomBytes } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { readDisplayName, readEmail, readNewPassword, readPassword, refuseCommonPassword } from './credentials.js';
import type { GuessGuard } from './sign-in-throttle.js';
import type { KnownDevices } from './known-devices.js';
import type { PasswordHasher } from './passwords.js';
import type { SignUp } from './sign-up.js';
import type { UpgradeGuest } from './upgrade-guest.js';
import type { User } from './user.entity.js';
import type { Users } from './users.js';

export interface AccountsParts {
  readonly users: Users;
  readonly passwords: PasswordHasher;
  readonly guard: GuessGuard;
  readonly devices: KnownDevices;
  readonly upgradeGuest: UpgradeGuest;
}

/** Signs people in and up. `device`: the browser it happens on, if it has shown its cookie. */
export class Accounts {
  private constructor(
    private readonly parts: AccountsParts,
    /** Compared with where there is no account. */
    private readonly anyHash: string,
  ) {}

  static async open(parts: AccountsParts): Promise<Accounts> {
    return new Accounts(parts, await parts.passwords.hash(randomBytes(16).toString('hex')));
  }

  /**
   * Refusals: `invalid-email`, `limit-sign-in`, `invalid-credential`, and `user-disabled` only to who knows the password.
   * An unknown e-mail costs one hash as well, so neither the answer nor its time tells whether there is an account.
   */
  async signIn(typedEmail: string, typedPassword: string, device: string | null): Promise<User> {
    const { users, passwords, guard } = this.parts;
    const email = readEmail(typedEmail);
    const user = await guard.guess(email, device, async () => {
      const found = await users.findByEmail(email);
      const matches = await passwords.verify(found?.passwordHash ?? this.anyHash, readPassword(typedPassword));
      if (!found?.passwordHash || !matches) throw new RefusedError('invalid-credential');
      return found;
    });
    if (user.disabled) throw new RefusedError('user-disabled');
    await users.seen(user);
    await this.recognise(user, device);
    return user;
  }

  /** The password was just replaced by its owner: earlier guesses no longer count. */
  async forgive(user: User, device: string | null): Promise<void> {
    if (user.email === null) return;
    await this.parts.guard.forget(user.email);
    await this.recognise(user, device);
  }

  /** It is the owner's browser: from now on it has guesses of its own. */
  recognise(user: User, device: string | null): Promise<void> {
    return this.parts.devices.add(user, device);
  }

  /**
   * In the spec's order: what is missing, the e-mail's form, the password's length, then whether it is in use, then whether the
   * password is common. `guest` becomes the account, unless that user is no guest any more.
   */
  async signUp(typed: SignUp): Promise<User> {
    const { users, passwords } = this.parts;
    const displayName = readDisplayName(typed.displayName);
    const email = readEmail(typed.email);
    const password = readNewPassword(typed.password);
    const holder = await users.findByEmail(email);
    if (holder !== null) {
      if (!(await this.#isAskedAgain(holder, typed.guest, password))) throw new RefusedError('email-already-in-use');
      return holder;
    }
    refuseCommonPassword(password);
    const passwordHash = await passwords.hash(password);
    const upgraded =
      typed.guest === null ? null : await this.parts.upgradeGuest(typed.guest, { email, displayName, passwordHash });
    const user = upgraded ?? (await users.create('registered', email, displayName, passwordHash));
    if (!user) throw new RefusedError('email-already-in-use');
    await this.recognise(user, typed.device);
    return user;
  }

  /** The account was made of this very guest, with this password: the answer was lost on its way, and the page asks again. */
  async #isAskedAgain({ id, passwordHash }: User, guest: string | null, password: string): Promise<boolean> {
    return id === guest && passwordHash !== null && (await this.parts.passwords.verify(passwordHash, password));
  }
}
