import {
  type Account,
  ACCOUNT_LIMITS,
  type AccountPage,
  type AccountQuery,
  type AccountRole,
  RefusedError,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { EndEverywhere, Revocations } from '../../tokens/revocations.js';
import { type AccountDirectory, type EraseChange, USER_ID } from '../identity-provider.js';
import { displayNameOf } from './keycloak-accounts.js';
import { ADMIN, GUESTS, type KeycloakUser, type UsersApi } from './users-api.js';
import { LOCK_ADMINISTRATORS } from './keycloak.sql.js';

const MAX_FOUND = 2_000;
/** Excludes guests, who have no e-mail. */
const ANY_EMAIL = '@';

type Query = Readonly<Record<string, string>>;

export interface KeycloakDirectoryDependencies {
  readonly db: Pick<DataSource, 'transaction'>;
  readonly users: UsersApi;
  readonly revocations: Pick<Revocations, 'revoke'>;
  readonly endEverywhere: EndEverywhere;
}

export class KeycloakDirectory implements AccountDirectory {
  constructor(private readonly dependencies: KeycloakDirectoryDependencies) {}

  async search({ search, role, state, page }: AccountQuery): Promise<AccountPage> {
    const text = search.trim();
    const admins = await this.dependencies.users.withRole(ADMIN);
    const fits = (account: Account) =>
      (role === undefined || account.role === role) && (state === undefined || account.state === state);
    if (USER_ID.test(text)) {
      const found = await this.read(text).catch(nullIfNotFound);
      const accounts = found !== null && fits(found) ? [found] : [];
      return { accounts: page === 1 ? accounts : [], total: accounts.length };
    }
    const enabled: Query = state === undefined ? {} : { enabled: String(state === 'enabled') };
    const users =
      role === 'admin' ? admins.filter((user) => contains(user, text.toLowerCase())) : await this.#find(text, enabled);
    const adminIds = new Set(admins.map(({ id }) => id));
    const found = users.map((user) => accountOf(user, adminIds.has(user.id) ? 'admin' : 'registered')).filter(fits);
    const first = (page - 1) * ACCOUNT_LIMITS.pageSize;
    return { accounts: found.slice(first, first + ACCOUNT_LIMITS.pageSize), total: found.length };
  }

  async read(userId: string): Promise<Account> {
    const { users } = this.dependencies;
    const user = await this.#get(userId);
    if (await users.hasRole(user.id, ADMIN)) return accountOf(user, 'admin');
    return accountOf(user, (await users.groupsOf(user.id)).includes(GUESTS) ? 'guest' : 'registered');
  }

  async setAdmin(userId: string, admin: boolean): Promise<Account> {
    const { users, revocations } = this.dependencies;
    await this.#exclusively(async () => {
      const { role } = await this.read(userId);
      if (role === 'guest') throw new RefusedError('account-is-guest');
      if ((role === 'admin') === admin) return;
      if (!admin) await this.#refuseLastAdmin(userId);
      await users.setRole(userId, ADMIN, admin);
    });
    // Also without a change: an earlier attempt may have failed here.
    await revocations.revoke(userId);
    return this.read(userId);
  }

  async setDisabled(userId: string, disabled: boolean): Promise<Account> {
    const { users, endEverywhere } = this.dependencies;
    await this.#exclusively(async () => {
      const { state } = await this.read(userId);
      if ((state === 'disabled') === disabled) return;
      if (disabled) await this.#refuseLastAdmin(userId);
      await users.setEnabled(userId, !disabled);
    });
    if (disabled) await endEverywhere(userId);
    return this.read(userId);
  }

  async endSessions(userId: string): Promise<void> {
    const { id } = await this.#get(userId);
    await this.dependencies.endEverywhere(id);
  }

  /** When Keycloak is down after the change, what `change` has noted leads to this again. */
  async erase(userId: string, change: EraseChange): Promise<void> {
    const { users, endEverywhere } = this.dependencies;
    await this.#exclusively(async (tx) => {
      const account = await this.read(userId).catch(nullIfNotFound);
      if (account?.role === 'admin') await this.#refuseLastAdmin(userId);
      await change(tx, account);
    });
    await endEverywhere(userId, undefined, { forGood: true });
    await users.delete(userId);
  }

  /** Keycloak searches either names or e-mails: joins both. */
  async #find(text: string, enabled: Query): Promise<KeycloakUser[]> {
    const list = (by: Query) => this.dependencies.users.list({ ...by, ...enabled, max: String(MAX_FOUND) });
    if (text === '') return list({ email: ANY_EMAIL });
    const [byEmail, byName] = await Promise.all([list({ email: text }), list({ email: ANY_EMAIL, firstName: text })]);
    const found = new Map([...byEmail, ...byName].map((user) => [user.id, user]));
    return [...found.values()].sort((a, b) => (a.email ?? '').localeCompare(b.email ?? '')).slice(0, MAX_FOUND);
  }

  async #get(userId: string): Promise<KeycloakUser> {
    const user = USER_ID.test(userId) ? await this.dependencies.users.find(userId) : null;
    if (user === null) throw new RefusedError('account-not-found');
    return user;
  }

  async #refuseLastAdmin(userId: string): Promise<void> {
    const admins = await this.dependencies.users.withRole(ADMIN);
    const enabled = admins.filter((user) => user.enabled).map(({ id }) => id);
    if (enabled.includes(userId) && enabled.length === 1) throw new RefusedError('last-admin');
  }

  /** Across replicas, for the check of the last administrator. */
  #exclusively<T>(work: (tx: Pick<EntityManager, 'query'>) => Promise<T>): Promise<T> {
    return this.dependencies.db.transaction(async (tx: Pick<EntityManager, 'query'>) => {
      await tx.query(LOCK_ADMINISTRATORS);
      return work(tx);
    });
  }
}

const contains = (user: KeycloakUser, text: string): boolean =>
  displayNameOf(user).toLowerCase().includes(text) || (user.email ?? '').toLowerCase().includes(text);

const accountOf = (user: KeycloakUser, role: AccountRole): Account => ({
  userId: user.id,
  role,
  state: user.enabled ? 'enabled' : 'disabled',
  displayName: displayNameOf(user),
  email: user.email ?? null,
  createdAt: user.createdTimestamp ?? 0,
  lastSeenAt: null,
});

function nullIfNotFound(error: unknown): null {
  if (error instanceof RefusedError && error.code === 'account-not-found') return null;
  throw error;
}
