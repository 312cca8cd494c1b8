import { randomBytes } from 'node:crypto';
import type { PasswordHasher } from './passwords.js';
import type { Users } from './users.js';

/** Told once in the life of a database; the password is stored nowhere in the clear. */
export type OnFirstAdmin = (email: string, password: string) => void;

/** Makes the one admin when there is none. Of several replicas that start at once, the one whose row is kept tells. */
export async function makeFirstAdmin(
  users: Users,
  passwords: PasswordHasher,
  email: string,
  tell: OnFirstAdmin,
): Promise<void> {
  if (await users.hasAdmin()) return;
  const password = randomBytes(12).toString('base64url');
  const admin = await users.create('admin', email.trim().toLowerCase(), 'Admin', await passwords.hash(password));
  if (admin) tell(email, password);
}
