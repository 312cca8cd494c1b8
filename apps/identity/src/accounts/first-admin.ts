import { randomBytes } from 'node:crypto';
import { readPassword } from './credentials.js';
import type { PasswordHasher } from './passwords.js';
import type { Users } from './users.js';

/** Told once in the life of a database; the password is stored nowhere in the clear. */
export type OnFirstAdmin = (email: string, password: string) => void;

export interface FirstAdmin {
  readonly email: string;
  /** Chosen by the operator; undefined makes one up. */
  readonly password?: string;
  readonly tell: OnFirstAdmin;
}

/**
 * Makes the one admin when there is none. Of several replicas that start at once, the one whose row is kept tells.
 * A chosen password is set at every start and told to nobody: whoever sets it knows it.
 */
export async function makeFirstAdmin(users: Users, passwords: PasswordHasher, admin: FirstAdmin): Promise<void> {
  const email = admin.email.trim().toLowerCase();
  if (admin.password !== undefined) return choosePassword(users, passwords, email, readPassword(admin.password));
  if (await users.hasAdmin()) return;
  const password = randomBytes(12).toString('base64url');
  const made = await users.create('admin', email, 'Admin', await passwords.hash(password));
  if (made) admin.tell(email, password);
}

async function choosePassword(users: Users, passwords: PasswordHasher, email: string, password: string): Promise<void> {
  const known = await users.findByEmail(email);
  if (!known) {
    await users.create('admin', email, 'Admin', await passwords.hash(password));
  } else if (known.kind === 'admin' && !(await passwords.verify(known.passwordHash ?? '', password))) {
    await users.setPassword(known.id, await passwords.hash(password));
  }
}
