import { RefusedError } from '@earworm/contracts';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import { readPassword } from '../../accounts/credentials.js';
import { STANDARD_ADMIN_EMAIL } from '../../accounts/first-admin.js';
import { refusalOf } from './keycloak-accounts.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenEndpoint } from './token-endpoint.js';
import { ADMIN, type UsersApi } from './users-api.js';

export interface ChosenAdmin {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly warn: (sentence: string) => void;
  readonly endEverywhere: EndEverywhere;
}

/**
 * Makes or changes the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, at every start. Without a password nobody becomes
 * one here: the role is given in Keycloak's console. The function it answers may be called again after it failed.
 */
export function choosingAdmin(
  users: UsersApi,
  tokens: Pick<TokenEndpoint, 'password'>,
  { email: chosen, password: typed, warn, endEverywhere }: ChosenAdmin,
): () => Promise<void> {
  // Set when the account may be changed already and its earlier sessions not ended yet.
  let isHalfDone = false;
  return async () => {
    if (typed === undefined) {
      if (chosen !== undefined)
        warn(
          'ADMIN_EMAIL makes nobody an administrator in Keycloak without ADMIN_PASSWORD: set it, or give the role there',
        );
      return;
    }
    const email = (chosen ?? STANDARD_ADMIN_EMAIL).trim().toLowerCase();
    const password = readPassword(typed);
    const created = await create(users, email, password);
    const id = created ?? (await users.findByEmail(email))?.id;
    if (id === undefined) throw new Error('the account of ADMIN_EMAIL comes and goes');
    if (created === null && !(await users.find(id))?.enabled) {
      warn('the account of ADMIN_EMAIL is disabled in Keycloak, and stays as it is: enable it there and start again');
      return;
    }
    const isAdmin = await users.hasRole(id, ADMIN);
    const hasPassword = created !== null || (await isPassword({ users, tokens }, { id, email, password }));
    if (isAdmin && hasPassword && !isHalfDone) return;
    isHalfDone = true;
    await endEverywhere(id, async () => {
      if (!hasPassword) await users.setPassword(id, password);
      if (!isAdmin) await users.setRole(id, ADMIN, true);
    });
    isHalfDone = false;
  };
}

/** Null: there is such an account. */
async function create(users: UsersApi, email: string, password: string): Promise<string | null> {
  try {
    return await users.createAccount({ email, displayName: 'Admin', password });
  } catch (error) {
    if (error instanceof KeycloakRefused && error.status === 409) return null;
    throw error instanceof KeycloakRefused && error.status === 400 ? new RefusedError('weak-password') : error;
  }
}

async function isPassword(
  { users, tokens }: { readonly users: UsersApi; readonly tokens: Pick<TokenEndpoint, 'password'> },
  { id, email, password }: Readonly<Record<'id' | 'email' | 'password', string>>,
): Promise<boolean> {
  // Somebody has guessed too often: Keycloak would refuse the right password, too.
  if (await users.isLocked(id)) await users.unlock(id);
  try {
    await tokens.password(email, password);
    return true;
  } catch (error) {
    // Of the others, Keycloak has taken the password.
    return refusalOf(error) !== 'invalid-credential';
  }
}
