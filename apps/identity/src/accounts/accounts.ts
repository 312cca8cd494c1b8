import { randomBytes } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import type { Guesses } from '@earworm/service-kit/guesses';
import { readDisplayName, readEmail, readNewPassword, readPassword } from './credentials.js';
import type { PasswordHasher } from './passwords.js';
import type { User } from './user.entity.js';
import type { Users } from './users.js';

/** Signs people in and up. */
export class Accounts {
  private constructor(
    private readonly users: Users,
    private readonly passwords: PasswordHasher,
    private readonly nobody: string,
    private readonly guesses: Guesses,
  ) {}

  static async open(users: Users, passwords: PasswordHasher, guesses: Guesses): Promise<Accounts> {
    return new Accounts(users, passwords, await passwords.hash(randomBytes(16).toString('hex')), guesses);
  }

  /**
   * Refusals: `invalid-email`, `limit-sign-in`, `invalid-credential`, and `user-disabled` only to who knows the password.
   * An unknown e-mail costs one hash as well, so neither the answer nor its time tells whether there is an account.
   */
  async signIn(typedEmail: string, typedPassword: string): Promise<User> {
    const email = readEmail(typedEmail);
    const wait = await this.guesses.spend(email);
    if (wait > 0) throw new RefusedError('limit-sign-in', { n: wait });
    const user = await this.users.findByEmail(email);
    const matches = await this.passwords.verify(user?.passwordHash ?? this.nobody, readPassword(typedPassword));
    if (!user?.passwordHash || !matches) throw new RefusedError('invalid-credential');
    await this.guesses.forget(email);
    if (user.disabled) throw new RefusedError('user-disabled');
    await this.users.seen(user);
    return user;
  }

  /** The password was just replaced by its owner: earlier guesses no longer count. */
  forgive(email: string): Promise<void> {
    return this.guesses.forget(email);
  }

  /** In the spec's order: what is missing, the e-mail's form, the password's length, then whether it is in use. */
  async signUp(typedName: string, typedEmail: string, typedPassword: string): Promise<User> {
    const displayName = readDisplayName(typedName);
    const email = readEmail(typedEmail);
    const password = readNewPassword(typedPassword);
    if (await this.users.findByEmail(email)) throw new RefusedError('email-already-in-use');
    const user = await this.users.create('registered', email, displayName, await this.passwords.hash(password));
    if (!user) throw new RefusedError('email-already-in-use');
    return user;
  }
}
