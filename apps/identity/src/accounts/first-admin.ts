import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { EndEverywhere } from '../tokens/end-everywhere.js';
import { readPassword } from './credentials.js';
import type { PasswordHasher } from './passwords.js';
import { Users } from './users.js';

export const STANDARD_ADMIN_EMAIL = 'admin@earworm.local';

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
export async function makeFirstAdmin(db: DataSource, passwords: PasswordHasher, admin: FirstAdmin): Promise<void> {
  const email = (admin.email ?? STANDARD_ADMIN_EMAIL).trim().toLowerCase();
  const users = new Users(db.manager);
  if (admin.password !== undefined) return choosePassword(users, passwords, email, admin);
  if (!(await isWanted(users, email, admin))) return;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    // Others that start look again after this, and nobody signs up with the address meanwhile.
    await tx.query('lock table user_account in share row exclusive mode');
    const within = new Users(tx);
    if (!(await isWanted(within, email, admin))) return;
    await within.create('admin', email, 'Admin', passwordHash);
    // Before the commit: ended here, the next start tells anew; told afterwards, there could be one nobody was told of.
    admin.tell(email, password);
  });
}

async function isWanted(users: Users, email: string, admin: FirstAdmin): Promise<boolean> {
  const known = await users.findByEmail(email);
  if (known !== null && known.kind !== 'admin') {
    admin.warn(
      'ADMIN_EMAIL is the address of an account that is no administrator, and nothing shows whose it is: set ADMIN_PASSWORD as well to make it one',
    );
    return false;
  }
  if (!(await users.hasAdmin())) return true;
  if (known === null && admin.email !== undefined)
    admin.warn('ADMIN_EMAIL made nobody an administrator, there is one already: set ADMIN_PASSWORD to add this one');
  return false;
}

async function choosePassword(
  users: Users,
  passwords: PasswordHasher,
  email: string,
  admin: FirstAdmin,
): Promise<void> {
  const password = readPassword(admin.password ?? '');
  let known = await users.findByEmail(email);
  if (!known) {
    if (await users.create('admin', email, 'Admin', await passwords.hash(password))) return;
    // Somebody signed up with it, or another replica made it, a moment ago.
    known = await users.findByEmail(email);
    if (!known) throw new Error('the account of ADMIN_EMAIL comes and goes');
  }
  const { id, kind } = known;
  const matches = await passwords.verify(known.passwordHash ?? '', password);
  if (kind === 'admin' && matches) return;
  const passwordHash = matches ? null : await passwords.hash(password);
  await admin.endEverywhere(id, async (tx) => {
    const within = new Users(tx);
    if (passwordHash !== null) await within.setPassword(id, passwordHash);
    if (kind !== 'admin') await within.makeAdmin(id);
  });
}
