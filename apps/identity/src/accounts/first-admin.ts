import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EndEverywhere } from '../tokens/revocations.js';
import { readPassword } from './credentials.js';
import type { PasswordHasher } from './passwords.js';
import { Users } from './users.js';
import { LOCK_ACCOUNTS } from './accounts.sql.js';

/** Called once in the life of a database; the password is stored only as a hash. */
export type OnFirstAdmin = (email: string, password: string) => void;

export interface FirstAdminOptions {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly warn: (message: string) => void;
  /** An existing account gets the operator's password: its sessions must end. */
  readonly endEverywhere: EndEverywhere;
}

export const adminEmail = (email = 'admin@earworm.local'): string => email.trim().toLowerCase();

/**
 * Creates an administrator when there is none. ADMIN_PASSWORD makes the account of ADMIN_EMAIL one at every start; alone,
 * ADMIN_EMAIL does not, because an account's address is not verified.
 */
export async function ensureFirstAdmin(
  db: DataSource,
  passwords: PasswordHasher,
  options: FirstAdminOptions,
  onFirstAdmin: OnFirstAdmin,
): Promise<void> {
  const email = adminEmail(options.email);
  const users = new Users(db.manager);
  if (options.password !== undefined)
    return applyPassword(users, passwords, email, readPassword(options.password), options.endEverywhere);
  if (!(await isNeeded(users, email, options))) return;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    // Excludes other replicas, and a sign-up with this address.
    await tx.query(LOCK_ACCOUNTS);
    const usersInTx = new Users(tx);
    if (!(await isNeeded(usersInTx, email, options))) return;
    await usersInTx.create('admin', email, 'Admin', passwordHash);
    // Before the commit: a crash after it could leave an administrator with a password that was never shown.
    onFirstAdmin(email, password);
  });
}

async function isNeeded(users: Users, email: string, { email: chosen, warn }: FirstAdminOptions): Promise<boolean> {
  const existing = await users.findByEmail(email);
  if (existing !== null && existing.kind !== 'admin') {
    warn(
      'ADMIN_EMAIL is the address of an account that is not an administrator, and its owner is not verified: set ADMIN_PASSWORD as well to make it one',
    );
    return false;
  }
  if (!(await users.hasAdmin())) return true;
  if (existing === null && chosen !== undefined)
    warn('ADMIN_EMAIL made no administrator because there is one already: set ADMIN_PASSWORD to add this one');
  return false;
}

async function applyPassword(
  users: Users,
  passwords: PasswordHasher,
  email: string,
  password: string,
  endEverywhere: EndEverywhere,
): Promise<void> {
  let existing = await users.findByEmail(email);
  if (!existing) {
    if (await users.create('admin', email, 'Admin', await passwords.hash(password))) return;
    existing = await users.findByEmail(email);
    if (!existing) throw new Error('the account of ADMIN_EMAIL was created and deleted concurrently');
  }
  const { id, kind } = existing;
  const matches = await passwords.verify(existing.passwordHash ?? '', password);
  if (kind === 'admin' && matches) return;
  const passwordHash = matches ? null : await passwords.hash(password);
  await endEverywhere(id, async (tx) => {
    const usersInTx = new Users(tx);
    if (passwordHash !== null) await usersInTx.setPassword(id, passwordHash);
    if (kind !== 'admin') await usersInTx.makeAdmin(id);
  });
}
