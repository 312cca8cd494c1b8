import { randomBytes } from 'node:crypto';
import type { EndEverywhere } from '../end-everywhere.js';
import { readPassword } from './credentials.js';
import type { PasswordHasher } from './passwords.js';
import { Users } from './users.js';

const STANDARD_EMAIL = 'admin@earworm.local';

/** Told once in the life of a database; the password is stored nowhere in the clear. */
export type OnFirstAdmin = (email: string, password: string) => void;

export interface FirstAdmin {
  /** Chosen by the operator; undefined: the one below. */
  readonly email?: string;
  /** Chosen by the operator; undefined makes one up. */
  readonly password?: string;
  readonly tell: OnFirstAdmin;
  /** Told in the log when ADMIN_EMAIL changes nothing and the operator may believe that it did. */
  readonly warn: (sentence: string) => void;
  /** Somebody's account gets the operator's password: whoever was signed in to it must not stay. */
  readonly endEverywhere: EndEverywhere;
}

/**
 * Makes the one admin when there is none. Of several replicas that start at once, the one whose row is kept tells.
 * A chosen password is set at every start and told to nobody: whoever sets it knows it. With one, an account that has
 * ADMIN_EMAIL already becomes an admin; without one it does not, for nobody has shown that the address is theirs.
 */
export async function makeFirstAdmin(users: Users, passwords: PasswordHasher, admin: FirstAdmin): Promise<void> {
  const email = (admin.email ?? STANDARD_EMAIL).trim().toLowerCase();
  if (admin.password !== undefined) return choosePassword(users, passwords, email, admin);
  const known = await users.findByEmail(email);
  if (known !== null && known.kind !== 'admin') {
    return admin.warn(
      'ADMIN_EMAIL is the address of an account that is no administrator, and nothing shows whose it is: set ADMIN_PASSWORD as well to make it one',
    );
  }
  if (await users.hasAdmin()) {
    if (known === null && admin.email !== undefined)
      admin.warn('ADMIN_EMAIL made nobody an administrator, there is one already: set ADMIN_PASSWORD to add this one');
    return;
  }
  const password = randomBytes(12).toString('base64url');
  const made = await users.create('admin', email, 'Admin', await passwords.hash(password));
  if (made) admin.tell(email, password);
}

async function choosePassword(
  users: Users,
  passwords: PasswordHasher,
  email: string,
  admin: FirstAdmin,
): Promise<void> {
  const password = readPassword(admin.password ?? '');
  const known = await users.findByEmail(email);
  if (!known) {
    await users.create('admin', email, 'Admin', await passwords.hash(password));
    return;
  }
  const matches = await passwords.verify(known.passwordHash ?? '', password);
  if (known.kind === 'admin' && matches) return;
  const passwordHash = matches ? null : await passwords.hash(password);
  await admin.endEverywhere(known.id, async (tx) => {
    const within = new Users(tx);
    if (passwordHash !== null) await within.setPassword(known.id, passwordHash);
    if (known.kind !== 'admin') await within.makeAdmin(known.id);
  });
}
