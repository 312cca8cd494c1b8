import {
  type Account,
  ACCOUNT_LIMITS,
  type AccountPage,
  type AccountQuery,
  type AccountRole,
  RefusedError,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { AccountDirectory } from '../account-directory.js';
import { displayNameOf } from './keycloak-accounts.js';
import { ADMIN, GUESTS, type KeycloakUser, type UsersApi } from './users-api.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Accounts of one search; who looks for somebody behind them types more of the name. */
const MOST = 2_000;
/** Guests have no address. */
const ANY_EMAIL = '@';

interface Parts {
  readonly db: Pick<DataSource, 'transaction'>;
  readonly users: UsersApi;
  readonly revocations: Pick<Revocations, 'revoke'>;
  readonly endEverywhere: EndEverywhere;
}

/** The users of a Keycloak realm, as administrators see them. Keycloak lists them by e-mail address. */
export class KeycloakDirectory implements AccountDirectory {
  constructor(private readonly parts: Parts) {}

  async search({ search, role, state, page }: AccountQuery): Promise<AccountPage> {
    const wanted = search.trim();
    const admins = await this.parts.users.withRole(ADMIN);
    const adminIds = new Set(admins.map(({ id }) => id));
    const roleOf = ({ id }: KeycloakUser): AccountRole => (adminIds.has(id) ? 'admin' : 'registered');
    const fits = (account: Account) =>
      (role === undefined || account.role === role) && (state === undefined || account.state === state);
    if (UUID.test(wanted)) {
      const found = await this.read(wanted).catch(ifThere);
      const accounts = found !== null && fits(found) ? [found] : [];
      return { accounts: page === 1 ? accounts : [], total: accounts.length };
    }
    const enabled: Readonly<Record<string, string>> =
      state === undefined ? {} : { enabled: String(state === 'enabled') };
    const users =
      role === 'admin'
        ? admins.filter((user) => contains(user, wanted.toLowerCase()))
        : await this.#byText(wanted, enabled);
    const found = users.map((user) => accountOf(user, roleOf(user))).filter(fits);
    const first = (page - 1) * ACCOUNT_LIMITS.pageSize;
    return { accounts: found.slice(first, first + ACCOUNT_LIMITS.pageSize), total: found.length };
  }

  async read(userId: string): Promise<Account> {
    const user = await this.#find(userId);
    return accountOf(user, await this.#roleOf(user));
  }

  async setAdmin(userId: string, admin: boolean): Promise<Account> {
    const { users, revocations } = this.parts;
    await this.#inTurn(async () => {
      const { role } = await this.read(userId);
      if (role === 'guest') throw new RefusedError('account-is-guest');
      if ((role === 'admin') === admin) return;
      if (!admin) await this.#refuseLastAdmin(userId);
      await users.setRole(userId, ADMIN, admin);
    });
    // Also when there was nothing to change: an attempt before this one may have failed here.
    await revocations.revoke(userId);
    return this.read(userId);
  }

  async setDisabled(userId: string, disabled: boolean): Promise<Account> {
    const { users, endEverywhere } = this.parts;
    await this.#inTurn(async () => {
      const { state } = await this.read(userId);
      if ((state === 'disabled') === disabled) return;
      if (disabled) await this.#refuseLastAdmin(userId);
      await users.setEnabled(userId, !disabled);
    });
    // As above.
    if (disabled) await endEverywhere(userId);
    return this.read(userId);
  }

  async endSessions(userId: string): Promise<void> {
    const { id } = await this.#find(userId);
    await this.parts.endEverywhere(id);
  }

  /** Keycloak cannot look in names or addresses at once, so both are asked for and put together. */
  async #byText(text: string, enabled: Readonly<Record<string, string>>): Promise<KeycloakUser[]> {
    const { users } = this.parts;
    const list = (by: Readonly<Record<string, string>>) => users.list({ ...by, ...enabled, max: String(MOST) });
    if (text === '') return list({ email: ANY_EMAIL });
    const [byEmail, byName] = await Promise.all([list({ email: text }), list({ email: ANY_EMAIL, firstName: text })]);
    const found = new Map([...byEmail, ...byName].map((user) => [user.id, user]));
    return [...found.values()].sort((a, b) => (a.email ?? '').localeCompare(b.email ?? '')).slice(0, MOST);
  }

  async #find(userId: string): Promise<KeycloakUser> {
    const user = UUID.test(userId) ? await this.parts.users.find(userId) : null;
    if (user === null) throw new RefusedError('account-not-found');
    return user;
  }

  async #roleOf({ id }: KeycloakUser): Promise<AccountRole> {
    const { users } = this.parts;
    if (await users.hasRole(id, ADMIN)) return 'admin';
    return (await users.groupsOf(id)).includes(GUESTS) ? 'guest' : 'registered';
  }

  /** Throws `last-admin` where nobody else could sign in as an administrator. */
  async #refuseLastAdmin(userId: string): Promise<void> {
    const enabled = (await this.parts.users.withRole(ADMIN)).filter((user) => user.enabled).map(({ id }) => id);
    if (enabled.includes(userId) && enabled.length === 1) throw new RefusedError('last-admin');
  }

  /** Of all replicas together: two administrators who take the role from each other are one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.parts.db.transaction(async (tx: Pick<EntityManager, 'query'>) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('earworm administrators'))`);
      return work();
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

function ifThere(error: unknown): null {
  if (error instanceof RefusedError && error.code === 'account-not-found') return null;
  throw error;
}
