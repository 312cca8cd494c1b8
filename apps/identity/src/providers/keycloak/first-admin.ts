import { RefusedError } from '@earworm/contracts';
import { readPassword } from '../../accounts/credentials.js';
import { adminEmail, type FirstAdminOptions } from '../../accounts/first-admin.js';
import { refusalOf } from './keycloak-accounts.js';
import { KeycloakRefused } from './keycloak-errors.js';
import type { TokenEndpoint } from './token-endpoint.js';
import { ADMIN, type UsersApi } from './users-api.js';

/** Without ADMIN_PASSWORD the role can only be given in Keycloak's console. The returned function may be retried. */
export function firstAdminIn(
  users: UsersApi,
  tokens: Pick<TokenEndpoint, 'password'>,
  { email: chosen, password: typed, warn, endEverywhere }: FirstAdminOptions,
): () => Promise<void> {
  // The account may have been changed already, but its earlier sessions not ended.
  let isIncomplete = false;
  return async () => {
    if (typed === undefined) {
      if (chosen !== undefined)
        warn(
          'ADMIN_EMAIL has no effect with Keycloak unless ADMIN_PASSWORD is set: set it, or give the role in Keycloak',
        );
      return;
    }
    const email = adminEmail(chosen);
    const password = readPassword(typed);
    const created = await create(users, email, password);
    const id = created ?? (await users.findByEmail(email))?.id;
    if (id === undefined) throw new Error('the account of ADMIN_EMAIL was created and deleted concurrently');
    if (created === null && !(await users.find(id))?.enabled) {
      warn('the account of ADMIN_EMAIL is disabled in Keycloak, and stays as it is: enable it there and start again');
      return;
    }
    const isAdmin = await users.hasRole(id, ADMIN);
    const hasPassword = created !== null || (await isPassword(users, tokens, { id, email, password }));
    if (isAdmin && hasPassword && !isIncomplete) return;
    isIncomplete = true;
    await endEverywhere(id, async () => {
      if (!hasPassword) await users.setPassword(id, password);
      if (!isAdmin) await users.setRole(id, ADMIN, true);
    });
    isIncomplete = false;
  };
}

async function create(users: UsersApi, email: string, password: string): Promise<string | null> {
  try {
    return await users.createAccount({ email, displayName: 'Admin', password });
  } catch (error) {
    if (error instanceof KeycloakRefused && error.status === 409) return null;
    throw error instanceof KeycloakRefused && error.status === 400 ? new RefusedError('weak-password') : error;
  }
}

async function isPassword(
  users: UsersApi,
  tokens: Pick<TokenEndpoint, 'password'>,
  { id, email, password }: Readonly<Record<'id' | 'email' | 'password', string>>,
): Promise<boolean> {
  // A locked account refuses the right password, too.
  if (await users.isLocked(id)) await users.unlock(id);
  try {
    await tokens.password(email, password);
    return true;
  } catch (error) {
    // Other refusals come after a successful check of the password.
    return refusalOf(error) !== 'invalid-credential';
  }
}
